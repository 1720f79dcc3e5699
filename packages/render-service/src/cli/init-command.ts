import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  parseArguments,
  printHelpOrVersion,
  readTemplate,
  readTemplateFile,
  templates,
  UsageError,
  writeTextOutput,
} from '@render-service/service/command-line';

export const initHelp = `Usage: render-service init [NAME] [--template TEMPLATE]

Writes NAME.json (default: film.json, or the name of the template), a small film in shorthand to start from. An existing
file is never overwritten. Some templates come with files. The texts, the theme and the aspect ratio of a template are
variables at its beginning.

Options:
  --template TEMPLATE    one of the films of --list
  --list                 print the templates
  -h, --help             print this help
  --version              print the version
`;

const defaultName = 'film';

/** `init [NAME]`: writes a film to start from. Returns the exit code, or throws UsageError or RenderError. */
export async function initCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    template: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    return printHelpOrVersion(initHelp, values);
  }
  const { template, list } = values;
  if (list) {
    if (template !== undefined || positionals.length > 0)
      throw new UsageError('--list prints the templates, and takes no other arguments');
    process.stdout.write(listOfTemplates());
    return 0;
  }
  const [name = template ?? defaultName, further] = positionals;
  if (further !== undefined || name === '') {
    throw new UsageError(`init takes one NAME, but is given ${JSON.stringify(further ?? name)}`);
  }
  const file = name.endsWith('.json') ? name : `${name}.json`;
  const title = basename(file, '.json');
  const schema = schemaFor(file);
  const film = template === undefined ? firstFilm(title, schema) : filmOfTemplate(template, title, schema);
  const files = templates.find(({ name: one }) => one === template)?.files ?? [];
  if (files.includes(basename(file)))
    throw new UsageError(`NAME is that of a file of the template, ${basename(file)}; choose another NAME`);
  await writeTextOutput(file, film, { force: false, adviceIfExists: 'choose another NAME', signal });
  const written = files.filter((one) => writeTemplateFile(join(dirname(file), one), one));
  const kept = files.filter((one) => !written.includes(one));
  // Without an installed command, the film was made by a script of the checkout.
  const preview =
    process.env.npm_lifecycle_event === 'init' ? 'npm run preview --' : 'render-service preview';
  const what = template === undefined ? 'a first film' : `a film from the template ${template}`;
  const beside = written.length === 0 ? '' : `, with ${written.join(' and ')}`;
  const old = kept.length === 0 ? '' : `, with your own ${kept.join(' and ')}`;
  process.stdout.write(`${file}: ${what}${beside}${old}; next: ${preview} ${quoted(file)} --open\n`);
  return 0;
}

/** Writes a file of a template. Returns false if there is one of this name already, which may be the author's. */
function writeTemplateFile(target: string, file: string): boolean {
  if (existsSync(target) && statSync(target).isFile()) return false;
  writeFileSync(target, readTemplateFile(file), { flag: 'wx' });
  return true;
}

/** Returns a word as it is typed in a shell. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function listOfTemplates(): string {
  const width = Math.max(...templates.map(({ name }) => name.length)) + 2;
  return templates.map(({ name, description }) => `${name.padEnd(width)}${description}\n`).join('');
}

/** Maximum characters of a project's name. */
const maxNameLength = 100;

const schemaOfPackage = 'node_modules/render-service/assets/schemas/shorthand.json';
const ownSchema = fileURLToPath(new URL('../../assets/schemas/shorthand.json', import.meta.url));

/**
 * Returns the path from a film's file to the schema for its editor: in the package that the film's folder has
 * installed, otherwise in this one.
 */
function schemaFor(file: string): string {
  const folder = dirname(resolve(file));
  let parent = folder;
  while (!existsSync(join(parent, schemaOfPackage)) && dirname(parent) !== parent) parent = dirname(parent);
  const installed = join(parent, schemaOfPackage);
  return relative(folder, existsSync(installed) ? installed : ownSchema)
    .split(sep)
    .join('/');
}

const schemaLine = (schema: string) => `"$schema": ${JSON.stringify(schema)},`;

/** The text of a template with this name of the project. Throws a UsageError for an unknown template. */
function filmOfTemplate(template: string, title: string, schema: string): string {
  if (!templates.some(({ name }) => name === template)) {
    throw new UsageError(
      `unknown template ${JSON.stringify(template)}; the templates are ${templates.map(({ name }) => name).join(', ')}`,
    );
  }
  const named = readTemplate(template).replace(
    /"name": "[^"]*"/,
    () => `"name": ${JSON.stringify(title.slice(0, maxNameLength))}`,
  );
  return named.replace('{\n', `{\n  ${schemaLine(schema)}\n`);
}

/** Returns the JSON text of a small film in shorthand, for an author to change. */
function firstFilm(title: string, schema: string): string {
  return `{
  ${schemaLine(schema)}
  "shorthand": true,
  "name": ${JSON.stringify(title.slice(0, maxNameLength))},
  "variables": { "title": "Hello", "percent": 72 },
  "background": "#0f172a",
  "enter": { "duration": 800, "stagger": 100, "easing": "ease-out" },
  "objects": {
    "title": { "kind": "text", "text": "\${title}", "fontSize": 160, "enter": { "type": "write", "by": "letter" } },
    "line": { "kind": "rectangle", "below": "title", "margin": 50, "width": 520, "height": 10, "cornerRadius": 5, "fill": "gold", "enter": "grow" },
    "caption": { "kind": "text", "text": "A first film", "below": "line", "margin": 60, "fontSize": 56, "fill": "lightsteelblue" },
    "ring": {
      "kind": "circle", "width": 420, "height": 420, "fill": "none", "stroke": "gold", "strokeWidth": 28,
      "text": "\${percent} %", "fontSize": 100, "enter": "pop"
    }
  },
  "compositions": [
    { "duration": 1400, "enter": 1000, "states": { "title": true, "line": true, "caption": true } },
    {
      "duration": 1600,
      "states": {
        "title": { "place": "top", "fontSize": 90 },
        "line": false,
        "caption": { "text": "Change me: the text is in this file", "place": "bottom" },
        "ring": true
      }
    },
    { "duration": 300, "states": { "*": false } }
  ]
}
`;
}
