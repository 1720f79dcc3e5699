export { batchCommand, batchHelp } from './commands/batch-command.ts';
export { queueCommand, queueHelp } from './commands/queue-command.ts';
export { workCommand, workHelp } from './commands/work-command.ts';
