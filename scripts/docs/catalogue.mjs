/** The pages about the catalogue: one for agents and the command line, and one with pictures. */
import { catalogueEntry, catalogueNames } from '../../packages/engine/dist/formats.js';

/** The components by what they are for. */
const groups = {
  products: [
    'window',
    'phone',
    'terminal',
    'cursor',
    'button',
    'toggle',
    'field',
    'notification',
    'menu',
    'progress',
  ],
  talk: ['chat', 'message', 'quote-card', 'lower-third', 'avatar', 'rating'],
  numbers: ['stat', 'ring', 'gauge', 'comparison-bar', 'ticker', 'leaderboard'],
  teaching: ['callout', 'step', 'check', 'checklist', 'definition', 'timeline-item', 'key', 'legend'],
  films: ['title-card', 'chapter', 'end-card', 'logo-reveal', 'countdown', 'watermark', 'progress-line'],
};

const width = 240;

/** The film that shows a component: its example, and what it needs beside it. */
export function filmOf(name, changes = {}) {
  const { example } = catalogueEntry(name);
  const target = { kind: 'rectangle', style: 'card', width: 420, height: 260, text: 'Save' };
  const others = { callout: { save: target }, cursor: { save: target } }[name] ?? {};
  return {
    ...{ shorthand: true, theme: 'midnight', ...changes },
    objects: { ...others, it: { ...example, ...(name in { callout: 1, cursor: 1 } && { to: 'save' }) } },
    compositions: [{ duration: 1200, enter: 1000, states: { it: true } }],
  };
}

/** The animations of docs/catalogue.md as `{ file, make }`. */
export const catalogueFilms = catalogueNames().map((name) => ({
  file: `${name}.webp`,
  make: async ({ render }) => (await render(filmOf(name), { format: 'webp', width, fps: 10 })).data,
}));

/** The text of docs/reference/topics/catalogue.md. */
export function cataloguePage() {
  return `# Catalogue

Components that every film with a theme has, by name: \`{ "kind": "stat", "value": "12 k", "label": "users" }\`. They take fields of any
object, too, such as \`place\` and \`scale\`. How they are written: \`render-service guide stat\`, \`service://catalogue/stat\`. See the page
"components" for your own.

\`\`\`json project
{
  "shorthand": true, "theme": "midnight",
  "objects": {
    "shop": { "kind": "window", "address": "shop.example.com", "children": [
      { "id": "gift", "kind": "toggle", "text": "Gift wrap" }, { "id": "buy", "kind": "button", "text": "Order" }
    ] },
    "mouse": { "kind": "cursor", "to": "shop" }
  },
  "compositions": [
    { "duration": 900, "enter": 800, "states": { "shop": true, "mouse": true } },
    { "duration": 300, "enter": 700, "states": { "mouse": { "to": "shop.buy" } } },
    { "duration": 900, "enter": 300, "states": { "mouse": "click", "shop.buy": "done" } }
  ]
}
\`\`\`

${Object.entries(groups).map(table).join('\n')}
A state names a look, \`"pay": "pressed"\`, and \`""\` is none. \`tone\` is a colour, \`text\` words; \`share\` is from 0 to 1.
`;
}

function table([purpose, names]) {
  return `| ${purpose} | fields | |\n|---|---|---|\n${names.map(row).join('')}`;
}

function row(name) {
  const { component, description } = catalogueEntry(name);
  const looks = Object.keys(component.states ?? {});
  const fields = Object.keys(component.fields).join(', ');
  return `| \`${name}\` | ${fields}${looks.length > 0 ? `; looks ${looks.join(', ')}` : ''} | ${plain(description)} |\n`;
}

/** A description as a phrase. */
function plain(description) {
  return description.replace(/^(An?|The) /, '').replace(/[.,;:].*$/, '');
}

/** The text of docs/catalogue.md. */
export function catalogueGallery() {
  const parts = Object.entries(groups).map(
    ([purpose, names]) => `## For ${purpose}\n\n${names.map(section).join('\n')}`,
  );
  return `# Catalogue

${catalogueNames().length} components that every film with a theme has. Each is a short JSON file in the folder catalogue, written as
[your own components](reference/topics/components.md) are.

<!-- Written by npm run docs. -->
${parts.join('\n')}`;
}

function section(name) {
  const { description, example } = catalogueEntry(name);
  return `### ${name}

<img src="catalogue/${name}.webp" width="${width}" alt="${name}">

${description} [${name}.json](../catalogue/${name}.json)

\`\`\`json
${JSON.stringify(example, null, 1).replaceAll(/\n\s*/g, ' ')}
\`\`\`
`;
}
