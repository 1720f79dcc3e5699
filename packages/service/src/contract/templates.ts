import { readFileSync } from 'node:fs';

/** A film to start from: shorthand whose texts, colours and aspect ratio are variables. */
export interface Template {
  readonly name: string;
  /** One sentence without its full stop. */
  readonly description: string;
}

/** The films of `templates/`, in the order in which they are listed. */
export const templates: readonly Template[] = [
  { name: 'title', description: 'a title and a subtitle that are written' },
  { name: 'quote', description: 'a quotation with its author' },
  {
    name: 'lower-third',
    description: 'a name and a role, to lie over a video: --set background=none -o NAME.webm',
  },
  { name: 'countdown', description: 'three, two, one, and a word' },
  { name: 'bar-chart', description: 'four bars, one of them in the accent colour' },
  { name: 'line-chart', description: 'six values over time' },
  { name: 'comparison', description: 'two columns with points' },
  { name: 'process', description: 'three steps, one after the other' },
  { name: 'request-response', description: 'an arrow there, and one back' },
  { name: 'derivation', description: 'equations, line by line' },
  { name: 'timeline', description: 'three years and what happened' },
  { name: 'logo-reveal', description: 'a mark that is drawn, a name and a tagline' },
];

/** The JSON text of a template. Throws a RangeError for an unknown name. */
export function readTemplate(name: string): string {
  if (!templates.some((template) => template.name === name)) throw new RangeError(`no template ${name}`);
  return readFileSync(new URL(`../../assets/templates/${name}.json`, import.meta.url), 'utf8');
}
