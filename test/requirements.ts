import { authoring } from './requirements/authoring.ts';
import { commandLine } from './requirements/command-line.ts';
import { drawing } from './requirements/drawing.ts';
import { farm } from './requirements/farm.ts';
import { files } from './requirements/files.ts';
import { firstMinutes } from './requirements/first-minutes.ts';
import { http } from './requirements/http.ts';
import { layout } from './requirements/layout.ts';
import { library } from './requirements/library.ts';
import { motion } from './requirements/motion.ts';
import { output } from './requirements/output.ts';
import { projectFields } from './requirements/project-fields.ts';
import type { Area } from './requirements/requirement.ts';
import { service } from './requirements/service.ts';
import { settings } from './requirements/settings.ts';
import { shorthand } from './requirements/shorthand.ts';
import { text } from './requirements/text.ts';
import { timeline } from './requirements/timeline.ts';
import { toolServer } from './requirements/tool-server.ts';
import { validity } from './requirements/validity.ts';

/** Every statement, table row and limit of the contract that a test can prove. */
export const areas: readonly Area[] = [
  service,
  projectFields,
  validity,
  timeline,
  drawing,
  text,
  output,
  http,
  settings,
  toolServer,
  commandLine,
  library,
  shorthand,
  layout,
  motion,
  files,
  authoring,
  farm,
  firstMinutes,
];

/** The ids of all requirements. */
export const requirementIds: readonly string[] = areas.flatMap(({ requirements }) =>
  requirements.map(({ id }) => id),
);
