import { Buffer } from 'node:buffer';
import { projectSchema } from '@render-service/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documents } from '../contract/operations.ts';
import type { Settings } from '../contract/settings.ts';
import { readStarterProject } from '../contract/starter-project.ts';
import type { OriginPolicy } from '../web/origin-policy.ts';
import type { CallerCheck } from './request-checks.ts';
import { sendBytes } from './response.ts';

/** Number of Hosts for which the OpenAPI document is cached. */
const maxCachedHosts = 16;

/** Adds the documents. */
export function addDocumentRoutes(
  server: FastifyInstance,
  {
    originPolicy,
    checkCaller,
  }: { readonly originPolicy: () => OriginPolicy; readonly checkCaller: CallerCheck },
  { formats, token }: Pick<Settings, 'formats' | 'token'>,
): void {
  const schema = Buffer.from(JSON.stringify(projectSchema));
  const starter = Buffer.from(readStarterProject());
  /** The documents by Host. Responses share them, because copies for unread responses would fill the memory. */
  const descriptions = new Map<string, Buffer>();
  const describe = async (host: string) => {
    // Loaded on the first request, because it needs all schemas.
    const { openApiDocument } = await import('../contract/openapi-document.ts');
    const described = descriptions.get(host);
    if (described) return described;
    // The address that this client used; its Host was checked.
    const made = Buffer.from(JSON.stringify(openApiDocument(`http://${host}`, formats, token !== undefined)));
    // On a wildcard address, clients may send any number of Hosts.
    if (descriptions.size === maxCachedHosts) descriptions.clear();
    descriptions.set(host, made);
    return made;
  };
  const contents: Readonly<Record<string, (host: string) => Buffer | Promise<Buffer>>> = {
    [documents.interfaceDescription]: describe,
    [documents.projectSchema]: () => schema,
    [documents.starterProject]: () => starter,
  };
  for (const [url, content] of Object.entries(contents)) {
    const isPublic = isPublicDocument(url, token);
    const onRequest = isPublic ? [] : [checkCaller];
    server.get(url, { onRequest }, async (request: FastifyRequest, reply: FastifyReply) => {
      const host = originPolicy().checkHost(request.raw);
      if (isPublic) {
        reply.header('cache-control', 'public, max-age=300');
        reply.header('access-control-allow-origin', '*');
      }
      return sendBytes(reply, 'application/json', await content(host));
    });
  }
}

/** Whether a path leads to a document that anyone may read, from any Origin, of a service with this token. */
export function isPublicDocument(path: string, token: string | undefined): boolean {
  if (path === documents.interfaceDescription) return true;
  return token === undefined && Object.values(documents).some((document) => document === path);
}
