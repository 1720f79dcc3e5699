import { Buffer } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicDocuments } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import { readStarterProject } from '../contract/starter-project.ts';
import { projectJsonSchema } from '../project/json-schema.ts';
import type { OriginPolicy } from '../web/origin-policy.ts';
import { sendBytes } from './response.ts';

/** Number of Hosts for which the OpenAPI document is cached. */
const maxCachedHosts = 16;

/** Adds the documents that anyone may read, without a token and from any Origin. */
export function addDocumentRoutes(
  server: FastifyInstance,
  originPolicy: () => OriginPolicy,
  { formats, token }: Pick<Settings, 'formats' | 'token'>,
): void {
  const schema = Buffer.from(JSON.stringify(projectJsonSchema));
  const starter = Buffer.from(readStarterProject());
  const documents: Readonly<Record<string, (host: string) => Buffer | Promise<Buffer>>> = {
    [publicDocuments.interfaceDescription]: cachedByHost(async (host) => {
      // Loaded when it is asked for, because it needs all schemas.
      const { openApiDocument } = await import('../contract/openapi-document.ts');
      // Where this client reached the service; its Host was checked.
      return Buffer.from(JSON.stringify(openApiDocument(`http://${host}`, formats, token !== undefined)));
    }),
    [publicDocuments.projectSchema]: () => schema,
    [publicDocuments.starterProject]: () => starter,
  };
  for (const [url, document] of Object.entries(documents)) {
    server.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
      const host = originPolicy().checkHost(request.raw);
      reply.header('cache-control', 'public, max-age=300');
      reply.header('access-control-allow-origin', '*');
      return sendBytes(reply, 'application/json', await document(host));
    });
  }
}

/** Shares equal documents: otherwise each unread response would hold its own copy in memory. */
function cachedByHost(make: (host: string) => Promise<Buffer>): (host: string) => Promise<Buffer> {
  const cache = new Map<string, Promise<Buffer>>();
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
