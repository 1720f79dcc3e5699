// The help of every command, for the documentation.
import { batchHelp } from './batch-command.ts';
import { expandHelp } from './expand-command.ts';
import { fixHelp } from './fix-command.ts';
import { initHelp } from './init-command.ts';
import { inspectHelp } from './inspect-command.ts';
import { mcpHelp } from './mcp-command.ts';
import { previewHelp } from './preview-command.ts';
import { queueHelp } from './queue-command.ts';
import { renderHelp } from './render-command.ts';
import { schemaHelp } from './schema-command.ts';
import { serveHelp } from './serve-command.ts';
import { sheetHelp } from './sheet-command.ts';
import { workHelp } from './work-command.ts';

export const helps = {
  preview: previewHelp,
  serve: serveHelp,
  mcp: mcpHelp,
  render: renderHelp,
  batch: batchHelp,
  inspect: inspectHelp,
  fix: fixHelp,
  sheet: sheetHelp,
  expand: expandHelp,
  schema: schemaHelp,
  init: initHelp,
  work: workHelp,
  queue: queueHelp,
} as const;
