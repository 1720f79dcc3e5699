import { Buffer } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from '../contract/openapi-document.ts';
import { publicDocuments } from '../contract/operations.ts';
import { readStarterProject } from '../contract/starter-project.ts';
import type { OutputFormat } from '../output/formats.ts';
import { projectJsonSchema } from '../project/json-schema.ts';
import type { OriginPolicy } from '../web/origin-policy.ts';
import { sendBytes } from './response.ts';

/** Number of Hosts for which the OpenAPI document is cached. */
const maxCachedHosts = 16;

/** Adds the documents that anyone may read, without a token and from any Origin. `offered` are the service's formats. */
export function addDocumentRoutes(
  server: FastifyInstance,
  originPolicy: () => OriginPolicy,
  offered: readonly OutputFormat[],
): void {
  const schema = Buffer.from(JSON.stringify(projectJsonSchema));
  const starter = Buffer.from(readStarterProject());
  const description = openApiDocument('', offered);
  const documents: Readonly<Record<string, (host: string) => Buffer>> = {
    [publicDocuments.interfaceDescription]: cachedByHost((host) =>
      // Where this client reached the service; its Host was checked.
      Buffer.from(JSON.stringify({ ...description, servers: [{ url: `http://${host}` }] })),
    ),
    [publicDocuments.projectSchema]: () => schema,
    [publicDocuments.starterProject]: () => starter,
  };
  for (const [url, document] of Object.entries(documents)) {
    server.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
      const host = originPolicy().checkHost(request.raw);
      reply.header('cache-control', 'public, max-age=300');
      reply.header('access-control-allow-origin', '*');
      return sendBytes(reply, 'application/json', document(host));
    });
  }
}

/** Shares equal documents: otherwise each unread response would hold its own copy in memory. */
function cachedByHost(make: (host: string) => Buffer): (host: string) => Buffer {
  const cache = new Map<string, Buffer>();
  return (host) => {
    const known = cache.get(host);
    if (known) return known;
    const document = make(host);
    // On a wildcard address, clients may send any number of Hosts.
    if (cache.size === maxCachedHosts) cache.clear();
    cache.set(host, document);
    return document;
  };
}

/** Whether a path leads to a document that anyone may read. */
export function isPublicDocument(path: string): boolean {
  return Object.values(publicDocuments).some((document) => document === path);
}
