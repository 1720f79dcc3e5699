import { Buffer } from 'node:buffer';
import { projectSchema } from '@render-service/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicDocuments } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import { readStarterProject } from '../contract/starter-project.ts';
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
  const schema = Buffer.from(JSON.stringify(projectSchema));
  const starter = Buffer.from(readStarterProject());
  /** The documents by Host. Responses share them, because copies for unread responses would fill the memory. */
  const descriptions = new Map<string, Buffer>();
  const describe = async (host: string) => {
    // Loaded on the first request, because it needs all schemas.
    const { openApiDocument } = await import('../contract/openapi-document.ts');
    const known = descriptions.get(host);
    if (known) return known;
    // The address that this client used; its Host was checked.
    const made = Buffer.from(JSON.stringify(openApiDocument(`http://${host}`, formats, token !== undefined)));
    // On a wildcard address, clients may send any number of Hosts.
    if (descriptions.size === maxCachedHosts) descriptions.clear();
    descriptions.set(host, made);
    return made;
  };
  const documents: Readonly<Record<string, (host: string) => Buffer | Promise<Buffer>>> = {
    [publicDocuments.interfaceDescription]: describe,
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

/** Whether a path leads to a document that anyone may read. */
export function isPublicDocument(path: string): boolean {
  return Object.values(publicDocuments).some((document) => document === path);
}
