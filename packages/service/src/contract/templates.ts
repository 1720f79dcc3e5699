import { readFileSync } from 'node:fs';

/** A film to start from: shorthand whose texts, theme and aspect ratio are variables. */
export interface Template {
  readonly name: string;
  /** One sentence without its full stop. */
  readonly description: string;
  /** The files that it shows or plays, to be replaced by one's own. */
  readonly files?: readonly string[];
}

const episode = ['episode.mp3', 'episode-words.json'];
const talk = ['talk.mp4', 'episode-words.json'];

/** The films of `templates/`, in the order in which they are listed. */
export const templates: readonly Template[] = [
  { name: 'title', description: 'a title and a subtitle under a sun' },
  { name: 'chapter-card', description: 'a large number, and the title of a chapter' },
  { name: 'quote', description: 'a quotation with its author' },
  { name: 'testimonial', description: 'five stars, and what a customer says' },
  {
    name: 'lower-third',
    description: 'a name and a role, to be laid over a video: --set background=none -o NAME.webm',
  },
  { name: 'countdown', description: 'three, two, one, and a word' },
  { name: 'agenda', description: 'four times and their topics' },
  { name: 'big-number', description: 'a number that counts up, and what it means' },
  { name: 'bar-chart', description: 'four bars, one of them in the accent colour, and a fact' },
  { name: 'line-chart', description: 'six values over time, and the last one' },
  { name: 'comparison', description: 'two cards with a figure and points' },
  { name: 'before-after', description: 'what was, and what is now' },
  { name: 'pricing', description: 'three plans, one of them with a badge' },
  { name: 'process', description: 'three steps, one after the other' },
  { name: 'roadmap', description: 'a winding way with four stops' },
  { name: 'timeline', description: 'three years and what happened' },
  { name: 'request-response', description: 'an arrow there, and one back' },
  { name: 'derivation', description: 'equations, line by line' },
  { name: 'code-walk', description: 'four lines of code, explained in turn' },
  { name: 'changelog', description: 'a version and what is new in it' },
  { name: 'team', description: 'four people with their roles' },
  { name: 'event', description: 'a date in the sun, a time and a place' },
  { name: 'social-square', description: 'a thought for a feed, square' },
  { name: 'logo-reveal', description: 'a mark that forms, a name and a tagline' },
  { name: 'narration', description: 'three steps, each of which is spoken: render-service speak NAME.json' },
  { name: 'recording', description: 'three facts that follow a recording, with captions', files: episode },
  {
    name: 'podcast',
    description: 'a title over the sound of an episode, with captions, square',
    files: episode,
  },
  { name: 'captioned-clip', description: 'somebody who talks, with captions, for a phone', files: talk },
  { name: 'interview', description: 'a name and a fact over somebody who talks', files: talk },
  {
    name: 'screen-demo',
    description: 'the recording of a page in a window, with a zoom and a line for each step',
    files: ['shop.webm'],
  },
];

/** The address of a template for agents. */
export function templateUri(name: string): string {
  return `service://templates/${name}`;
}

/** The bytes of a file of a template. */
export function readTemplateFile(file: string): Uint8Array {
  return readFileSync(new URL(`../../assets/templates/files/${file}`, import.meta.url));
}

/** The JSON text of a template. Throws a RangeError for an unknown name. */
export function readTemplate(name: string): string {
  if (!templates.some((template) => template.name === name)) throw new RangeError(`no template ${name}`);
  return readFileSync(new URL(`../../assets/templates/${name}.json`, import.meta.url), 'utf8');
}
