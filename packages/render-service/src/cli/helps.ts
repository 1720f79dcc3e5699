// The help of every command, for the documentation.
import { batchHelp, queueHelp, workHelp } from '@render-service/farm';
import { previewHelp } from '@render-service/preview';
import { mcpHelp, serveHelp } from '@render-service/service';
import { cacheHelp } from './cache-command.ts';
import { expandHelp } from './expand-command.ts';
import { fixHelp } from './fix-command.ts';
import { guideHelp } from './guide-command.ts';
import { initHelp } from './init-command.ts';
import { inspectHelp } from './inspect-command.ts';
import { renderHelp } from './render-command.ts';
import { schemaHelp } from './schema-command.ts';
import { scriptHelp } from './script-command.ts';
import { sheetHelp } from './sheet-command.ts';
import { speakHelp } from './speak-command.ts';

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
  script: scriptHelp,
  speak: speakHelp,
  schema: schemaHelp,
  guide: guideHelp,
  init: initHelp,
  work: workHelp,
  queue: queueHelp,
  cache: cacheHelp,
} as const;
