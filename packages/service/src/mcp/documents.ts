import { readFileSync } from 'node:fs';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';
import { projectSchema, shorthandSchema } from '@render-service/engine';
import { catalogueNames, pageNames } from '@render-service/engine/formats';
import { openApiDocument } from '../contract/openapi-document.ts';
import { defaultSettings } from '../contract/settings.ts';
import { readStarterProject } from '../contract/starter-project.ts';
import { readTemplate, templates, templateUri } from '../contract/templates.ts';
import { componentPage, readPage } from '../contract/topic-pages.ts';
import { guideSections, readGuide, readSection, sectionUri } from './guide-sections.ts';

/** A document for agents, generated when it is requested. */
export interface AgentDocument {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: 'application/json' | 'text/markdown';
  /** Whether the listing includes the type. Agents read the whole listing, and every response has the type. */
  readonly isTypeListed?: boolean;
  /** `offered` are the formats of the server. */
  readonly read: (offered: readonly OutputFormat[]) => string;
}

/** The address of the HTTP service by default. */
const usualOrigin = `http://${defaultSettings.host}:${defaultSettings.port}`;

/** The front matter of a skill, which is for the program that chooses skills. */
const frontMatter = /^---\n.*?\n---\n\n/s;

/** The guide, which is also a skill, the page about shorthand, and its schema. */
const shorthandDocuments: readonly AgentDocument[] = [
  {
    uri: 'service://docs/guide',
    name: 'guide',
    mimeType: 'text/markdown',
    isTypeListed: false,
    read: () => readPackaged('skills/render-service/SKILL.md').replace(frontMatter, ''),
  },
  {
    uri: 'service://docs/shorthand',
    name: 'shorthand',
    mimeType: 'text/markdown',
    isTypeListed: false,
    read: () => readPackaged('docs/reference/shorthand.md'),
  },
  {
    uri: 'service://docs/shorthand-schema',
    name: 'shorthand-schema',
    mimeType: 'application/json',
    isTypeListed: false,
    read: () => JSON.stringify(shorthandSchema, null, 2),
  },
];

const formatDocuments: readonly AgentDocument[] = [
  {
    uri: 'service://docs/format',
    name: 'format',
    mimeType: 'text/markdown',
    isTypeListed: false,
    read: () => readGuide(readFormatPage),
  },
  {
    uri: 'service://docs/project-schema',
    name: 'project-schema',
    mimeType: 'application/json',
    read: () => JSON.stringify(projectSchema, null, 2),
  },
  {
    uri: 'service://docs/openapi',
    name: 'openapi',
    mimeType: 'application/json',
    read: (offered) => JSON.stringify(openApiDocument(usualOrigin, offered), null, 2),
  },
];

/** The films of `examples/`, which their names describe. */
const examples = [
  'bakery-week',
  'good-morning',
  'greetings',
  'largest-cities',
  'monthly-report',
  'product-launch',
  'pythagoras',
  'slope-and-area',
  'solar-system',
  'sound-wave',
];

/** The sections of the guide. The instructions name them, so the listing does not. */
const sections: readonly AgentDocument[] = guideSections.map(({ name }) => ({
  uri: sectionUri(name),
  name,
  mimeType: 'text/markdown',
  read: () => readSection(readFormatPage, name),
}));

/** The pages about one topic each. The tool service_capabilities lists their names. */
const topics: readonly AgentDocument[] = pageNames.map((name) => ({
  uri: `service://docs/${name}`,
  name,
  mimeType: 'text/markdown',
  read: () => readPage(name),
}));

/** The components that every film has. The page about them lists their names. */
const components: readonly AgentDocument[] = catalogueNames().map((name) => ({
  uri: `service://catalogue/${name}`,
  name,
  mimeType: 'text/markdown',
  read: () => componentPage(name) ?? '',
}));

/** The documents in the listing. */
const listed: readonly AgentDocument[] = [
  {
    uri: 'service://examples/hello',
    name: 'hello',
    mimeType: 'application/json',
    read: readStarterProject,
  },
  ...shorthandDocuments,
  ...formatDocuments,
  ...examples.map((name) =>
    film(`service://examples/${name}`, name, () => readPackaged(`examples/${name}.json`)),
  ),
];

/** The films to start from. The instructions name them, so the listing does not. */
const films: readonly AgentDocument[] = templates.map(({ name }) =>
  film(templateUri(name), name, () => readTemplate(name)),
);

export const documents: readonly AgentDocument[] = [
  ...listed,
  ...films,
  ...sections,
  ...topics,
  ...components,
];

function film(uri: string, name: string, read: () => string): AgentDocument {
  return { uri, name, mimeType: 'application/json', isTypeListed: false, read };
}

/** Reads a text file that the build copies from the repository; `path` is its path there. */
function readPackaged(path: string): string {
  return readFileSync(new URL(`../../assets/${path}`, import.meta.url), 'utf8');
}

function readFormatPage(name: string): string {
  return readPackaged(`docs/reference/format/${name}.md`);
}

/** Registers the documents as resources. `offered` are the formats of the server. */
export function registerResources(server: McpServer, offered: readonly OutputFormat[]): void {
  for (const document of listed) {
    const { uri, name, mimeType, isTypeListed = true } = document;
    server.registerResource(name, uri, isTypeListed ? { mimeType } : {}, () => contentsOf(document, offered));
  }
  for (const [name, pattern, found] of [
    ['sections', sectionUri('{section}'), sections],
    ['topics', 'service://docs/{topic}', topics],
    ['catalogue', 'service://catalogue/{component}', components],
    ['templates', templateUri('{template}'), films],
  ] as const) {
    server.registerResource(name, new ResourceTemplate(pattern, { list: undefined }), {}, ({ href }) => {
      const document = found.find(({ uri }) => uri === href);
      if (!document) throw new ResourceNotFoundError(href);
      return contentsOf(document, offered);
    });
  }
}

function contentsOf({ uri, mimeType, read }: AgentDocument, offered: readonly OutputFormat[]) {
  return { contents: [{ uri, mimeType, text: read(offered) }] };
}
