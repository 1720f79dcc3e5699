export { ConversationFilms } from './conversation-films.ts';
export { previewCommand, previewHelp } from './preview-command.ts';
