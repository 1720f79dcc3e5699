import type { McpServer } from '@modelcontextprotocol/server';
import { openApiDocument } from '../contract/openapi-document.ts';
import { defaultSettings } from '../contract/settings.ts';
import { readStarterProject } from '../contract/starter-project.ts';
import { projectJsonSchema } from '../project/json-schema.ts';

/** The address of the HTTP service by default. */
const usualOrigin = `http://${defaultSettings.host}:${defaultSettings.port}`;

const mimeType = 'application/json';

/** Every document that an agent may read, made when it is asked for. */
const documents = [
  {
    uri: 'service://examples/hello',
    name: 'hello',
    title: 'Starter project',
    description: 'A complete project to begin with: one second of text. Copy it into a file and change it.',
    read: readStarterProject,
  },
  {
    uri: 'service://docs/project-schema',
    name: 'project-schema',
    title: 'Project schema',
    description:
      'JSON Schema (draft 2020-12) of a project: every field, its type and its bounds. References, timing and media are checked beyond it; service_inspect checks all.',
    read: () => JSON.stringify(projectJsonSchema, null, 2),
  },
  {
    uri: 'service://docs/openapi',
    name: 'openapi',
    title: 'HTTP interface',
    description:
      'OpenAPI 3.1 description of the HTTP interface that `render-service serve` offers. The tools here do not need it.',
    read: () => JSON.stringify(openApiDocument(usualOrigin), null, 2),
  },
];

/** Offers the documents as resources. */
export function registerResources(server: McpServer): void {
  for (const { uri, name, title, description, read } of documents) {
    server.registerResource(name, uri, { title, description, mimeType }, () => ({
      contents: [{ uri, mimeType, text: read() }],
    }));
  }
}
