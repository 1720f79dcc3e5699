import { readFileSync } from 'node:fs';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';
import { projectSchema, shorthandSchema } from '@render-service/engine';
import { openApiDocument } from '../contract/openapi-document.ts';
import { defaultSettings } from '../contract/settings.ts';
import { readStarterProject } from '../contract/starter-project.ts';
import { readTemplate, templates } from '../contract/templates.ts';
import { guideSections, readGuide, readSection, sectionUri } from './guide-sections.ts';

/** A document for agents, generated when it is requested. */
export interface AgentDocument {
  readonly uri: string;
  readonly name: string;
  /** Undefined if the name is clear enough. */
  readonly description?: string | undefined;
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
    description: 'How to write any film, on one page.',
    mimeType: 'text/markdown',
    read: () => readPackaged('docs/reference/shorthand.md'),
  },
  {
    uri: 'service://docs/shorthand-schema',
    name: 'shorthand-schema',
    description: 'JSON Schema of shorthand.',
    mimeType: 'application/json',
    read: () => JSON.stringify(shorthandSchema, null, 2),
  },
];

const formatDocuments: readonly AgentDocument[] = [
  {
    uri: 'service://docs/format',
    name: 'format',
    description: 'The whole format.',
    mimeType: 'text/markdown',
    read: () => readGuide(readFormatPage),
  },
  {
    uri: 'service://docs/project-schema',
    name: 'project-schema',
    description: 'JSON Schema of the full format.',
    mimeType: 'application/json',
    read: () => JSON.stringify(projectSchema, null, 2),
  },
  {
    uri: 'service://docs/openapi',
    name: 'openapi',
    description: 'OpenAPI 3.1 of `render-service serve`.',
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

/** The documents in the listing. */
const listed: readonly AgentDocument[] = [
  {
    uri: 'service://examples/hello',
    name: 'hello',
    description: 'One second of text.',
    mimeType: 'application/json',
    read: readStarterProject,
  },
  ...shorthandDocuments,
  ...formatDocuments,
  ...examples.map((name) =>
    film(`service://examples/${name}`, name, () => readPackaged(`examples/${name}.json`)),
  ),
  ...templates.map(({ name }) => film(`service://templates/${name}`, name, () => readTemplate(name))),
];

export const documents: readonly AgentDocument[] = [...listed, ...sections];

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
    const { uri, name, description, mimeType, isTypeListed = true } = document;
    const details = { ...(description && { description }), ...(isTypeListed && { mimeType }) };
    server.registerResource(name, uri, details, () => contentsOf(document, offered));
  }
  const anySection = new ResourceTemplate(sectionUri('{section}'), { list: undefined });
  server.registerResource('sections', anySection, {}, ({ href }) => {
    const document = sections.find(({ uri }) => uri === href);
    if (!document) throw new ResourceNotFoundError(href);
    return contentsOf(document, offered);
  });
}

function contentsOf({ uri, mimeType, read }: AgentDocument, offered: readonly OutputFormat[]) {
  return { contents: [{ uri, mimeType, text: read(offered) }] };
}
