/**
 * Writes docs/reference/node.md from the types and docstrings that packages/engine/src/index.ts exports, as TypeDoc
 * reads them.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Application, ReflectionKind } from 'typedoc';

const root = new URL('../../../', import.meta.url);
const pathOf = (name) => fileURLToPath(new URL(name, root));

const beginning = `# Node

Every function, type and constant that the package exports.

<!-- Written by npm run docs from the docstrings. -->

In a checkout, after \`npm ci\`, scripts can import \`render-service\`. To use it in another project, install the checkout there:
\`npm install /path/to/the/checkout\`.

\`\`\`js
import { readFile, writeFile } from 'node:fs/promises';
import { inspect, render } from 'render-service';

const project = await readFile('examples/hello.json'); // or JSON text, or an object
const { issues } = await inspect(project);
console.log(issues.length === 0 ? 'no issues' : issues);
const film = await render(project, { format: 'mp4', onProgress: ({ fraction }) => console.log(fraction) });
await writeFile('hello.mp4', film.data);
\`\`\`

Rendering runs in a separate process. \`close()\` ends it, but a program that does not call \`close()\` still exits. Failures
reject with a [\`RenderError\`](#rendererror).
`;

const kinds = [
  [ReflectionKind.Function, 'Functions'],
  [ReflectionKind.Class, 'Classes'],
  [ReflectionKind.Interface, 'Interfaces'],
  [ReflectionKind.TypeAlias, 'Types'],
  [ReflectionKind.Variable, 'Constants'],
];

const application = await Application.bootstrap({
  entryPoints: [pathOf('packages/engine/src/index.ts')],
  tsconfig: pathOf('tsconfig.json'),
  logLevel: 'Error',
});
const project = await application.convert();
if (project === undefined) throw new Error('TypeDoc could not read packages/engine/src/index.ts');

const names = new Set(project.children.map(({ name }) => name));

function sentence(comment) {
  const parts = comment?.summary ?? [];
  return parts
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** The exported names of long unions, which TypeDoc expands. */
const aliases = new Map(
  project.children
    .filter(
      ({ kind, type }) =>
        kind === ReflectionKind.TypeAlias && type !== undefined && type.toString().length > 60,
    )
    .map(({ name, type }) => [type.toString(), name]),
);

/** Of a longer type, fields and all but the first value are left out: other pages of the reference describe them. */
const mostLetters = 200;

function shortened(type) {
  return type.includes('{') ? type.replace(/\{.*\}/s, '{ … }') : `${type.split(' | ', 1)[0]} | …`;
}

/** A type as code, with links to the exported types in it. */
function describeType(type) {
  const whole = type.toString();
  const text = aliases.get(whole) ?? (whole.length > mostLetters ? shortened(whole) : whole);
  const used = [...new Set(text.match(/\b[A-Z]\w+/g) ?? [])].filter((name) => names.has(name));
  const links = used.map((name) => `[${name}](#${name.toLowerCase()})`).join(', ');
  const code = `\`${text.replaceAll('|', '\\|')}\``;
  return links === '' || text === used[0]
    ? links
      ? `[${code}](#${used[0].toLowerCase()})`
      : code
    : `${code} (${links})`;
}

function signature(name, { parameters = [], type }) {
  const listed = parameters.map(({ name, flags, defaultValue, type }) => {
    const optional = flags.isOptional || defaultValue !== undefined;
    return `${name}${optional ? '?' : ''}: ${type}`;
  });
  return `${name}(${listed.join(', ')}): ${type}`;
}

/** Equal for fields with the same name and the same description. */
const keyOf = ({ name, flags, comment }) => `${name} ${flags.isOptional} ${sentence(comment)}`;

/** The type whose table describes an option of several types: that of `render`, or the first one. */
const owners = new Map();
for (const type of ['RenderOptions', ...[...names].sort()]) {
  for (const field of project.getChildByName(type)?.children ?? []) {
    const key = keyOf(field);
    if (type.endsWith('Options') && !owners.has(key)) owners.set(key, type);
  }
}

/** The other type whose table describes a field of `owner`, if any: that of an option, or the one that it inherits from. */
function otherType(owner, field) {
  const type = owners.get(keyOf(field)) ?? field.inheritedFrom?.name.split('.')[0];
  return names.has(type) && type !== owner ? type : undefined;
}

function table(owner, members) {
  const rows = members.map((member) => {
    const { name, flags, type, comment } = member;
    const other = otherType(owner, member);
    const cells =
      other === undefined
        ? [describeType(type), sentence(comment).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')]
        : ['…', `as in [${other}](#${other.toLowerCase()})`];
    return `| \`${name}${flags.isOptional ? '?' : ''}\` | ${cells.join(' | ')} |`;
  });
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n');
}

const isOwn = ({ name, inheritedFrom }) =>
  !name.startsWith('[') && !/^(?:z\.|Error\.)/.test(inheritedFrom?.name ?? '');

function describe(reflection) {
  const { name, kind, children = [], signatures = [], type, comment } = reflection;
  const code = (text) => `\`\`\`ts\n${text}\n\`\`\``;
  const parts = [`### ${name}`];
  if (kind === ReflectionKind.Function) {
    for (const one of signatures) parts.push(code(signature(name, one)), sentence(one.comment));
    return parts;
  }
  if (kind === ReflectionKind.TypeAlias) parts.push(code(`type ${name} = ${type}`));
  parts.push(sentence(comment));
  const members = (type?.declaration?.children ?? children).filter(isOwn);
  const fields = members.filter((member) => member.kind === ReflectionKind.Property);
  if (fields.length > 0) parts.push(table(name, fields));
  for (const method of members.filter((member) => member.kind === ReflectionKind.Method)) {
    const [one] = method.signatures;
    parts.push(`#### ${name}.${method.name}`, code(signature(method.name, one)), sentence(one.comment));
  }
  return parts;
}

const sections = kinds.flatMap(([kind, title]) => {
  const found = project.children.filter((child) => child.kind === kind);
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  return [`## ${title}`, ...found.flatMap(describe)];
});
const page = [beginning.trimEnd(), ...sections.filter((part) => part !== '')].join('\n\n');
writeFileSync(pathOf('docs/reference/node.md'), `${page}\n`);
