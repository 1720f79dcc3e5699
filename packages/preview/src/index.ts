export { previewCommand, previewHelp } from './preview-command.ts';
