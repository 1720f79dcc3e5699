import type { OutputFormat } from '@render-service/engine';
import { contractFormats, drawnKinds } from '@render-service/engine/formats';
import { joinWords } from '@render-service/engine/text';
import { templates } from '../contract/templates.ts';
import { guideSections, sectionUri } from './guide-sections.ts';

// Texts for agents that have never seen the format. Only the instructions explain projects, and each tool and argument
// is explained once, in its own description, because agents read all of them.

const templateNames = templates.map(({ name }) => name);
const sectionUris = guideSections.map(({ name }) => sectionUri(name));

export const instructions = `Turns motion-graphics projects (JSON) into SVG, PNG and MP4. Write one to a file, call service_inspect with sheet: true, look, correct it, then service_render.

Read first: service://docs/guide, service://docs/shorthand. Topics: service_capabilities or service://docs/TOPIC. More: service://docs/shorthand-schema; start from service://templates/NAME, where NAME is ${joinWords(templateNames, 'or')}; films: service://examples/; service://docs/format, in parts: ${sectionUris.join(' ')}. The full format: service://docs/project-schema, service://examples/hello. HTTP: service://docs/openapi.

A project has scenes. A scene has objects (kind ${joinWords(drawnKinds, 'or')}), compositions and transitions. A composition has states of objects and is held for its duration; a transition animates the differences to the next. Times are milliseconds, lengths scene pixels from the top left, angles degrees clockwise.

Limits: project 32 MiB; output 64 MiB, 1920 pixels a side; mp4 60 s and 1800 frames, over video 10 min. Images are PNG or JPEG, sound PCM WAV, as data: URLs; in shorthand also files, and video. Calls run in turn.`;

export const capabilitiesDescription = `Read formats, sources and limits.`;

export const inspectDescription = `Check a project and see it. An invalid project gives up to 20 problems: place, rule, value seen.`;

/** The description of service_render, for a server that offers these formats, and perhaps jobs. */
export function describeRender(offered: readonly OutputFormat[], hasJobs: boolean): string {
  const others = offered.filter((format) => !contractFormats.includes(format));
  const more = others.length === 0 ? '' : ` ${joinWords(others, 'and')} are films that keep transparency.`;
  return `Render a project into outputPath. svg and png show the moment timeMs, and a png is also returned as an image; mp4 is the whole film in H.264.${more}${hasJobs ? longRenders : ''}`;
}

const longRenders = ' A render that takes long returns a job: call service_job until it is done.';

export const fixDescription = `Apply the fixes of the advice that service_inspect gives to the project's file. Only the values concerned change; a fix is kept if it helps. With check: true, only list the changes.`;

export const sheetDescription = `Draw many moments of a project in one PNG at outputPath, each with its time and composition, and return it as an image.`;

export const expandDescription = `Write a shorthand project to outputPath in the full format, with variables replaced and files embedded.`;

export const jobDescription = `Wait for a render that service_render returned as a job, report on it, or cancel it. A finished job returns the result of the render.`;
