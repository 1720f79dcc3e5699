import { Buffer } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from '../contract/openapi-document.ts';
import { publicDocuments } from '../contract/operations.ts';
import { readStarterProject } from '../contract/starter-project.ts';
import { projectJsonSchema } from '../project/json-schema.ts';
import type { Access } from './access.ts';
import { sendBytes } from './answer.ts';

/** Documents are kept for so many of the Hosts that clients reach the service by. */
const mostKeptHosts = 16;

/** Adds the documents that anyone may read, whatever the token and the Origin. */
export function addDocumentRoutes(server: FastifyInstance, access: () => Access): void {
  const schema = Buffer.from(JSON.stringify(projectJsonSchema));
  const starter = Buffer.from(readStarterProject());
  const description = openApiDocument('');
  const documents: Readonly<Record<string, (host: string) => Buffer>> = {
    [publicDocuments.interfaceDescription]: keptByHost((host) =>
      // The origin is where this client reached the service; its Host was checked.
      Buffer.from(JSON.stringify({ ...description, servers: [{ url: `http://${host}` }] })),
    ),
    [publicDocuments.projectSchema]: () => schema,
    [publicDocuments.starterProject]: () => starter,
  };
  for (const [url, document] of Object.entries(documents)) {
    server.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
      const host = access().checkHost(request.raw);
      reply.header('cache-control', 'public, max-age=300');
      reply.header('access-control-allow-origin', '*');
      return sendBytes(reply, 'application/json', document(host));
    });
  }
}

/** Makes equal documents once: each response that waits to be read would keep its own in memory. */
function keptByHost(make: (host: string) => Buffer): (host: string) => Buffer {
  const kept = new Map<string, Buffer>();
  return (host) => {
    const known = kept.get(host);
    if (known) return known;
    const document = make(host);
    // On a wildcard bind there is no end of names.
    if (kept.size === mostKeptHosts) kept.clear();
    kept.set(host, document);
    return document;
  };
}

/** Whether a path is that of a document that anyone may read. */
export function isPublicDocument(path: string): boolean {
  return Object.values(publicDocuments).some((document) => document === path);
}
