import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../web/errors.ts';
import type { OriginPolicy } from '../web/origin-policy.ts';
import { isSameToken } from '../web/token.ts';

/** Where the request of a page's address comes from, by the browser's own word: the page itself, or the address bar. */
const ownSites: readonly (string | undefined)[] = ['same-origin', 'none', undefined];

/**
 * Lets in whoever opens the URL that the command prints. The token in it becomes a cookie; without one of them nothing is
 * served. Other pages in the same browser are kept out whatever they know: by Host, Origin and Sec-Fetch-Site.
 */
export class Access {
  readonly token = newToken();
  /** Tokens that let in once. */
  readonly #codes = new Set<string>();

  /** A token for a URL that others may see, and which is of no use once it was opened. */
  issueCode(): string {
    const code = newToken();
    this.#codes.add(code);
    return code;
  }

  /** Throws an HttpError 401 or 403 for a request that is not let in; gives one that is the headers that it needs. */
  check(request: FastifyRequest, reply: FastifyReply, policy: OriginPolicy, port: number): void {
    const host = policy.checkHost(request.raw);
    policy.checkOrigin(request, reply, host);
    const { query, headers, method } = request;
    const site = headers['sec-fetch-site'];
    const given = new URLSearchParams(query as Record<string, string>).get('token');
    const isEntrance = method === 'GET' && request.url.startsWith('/?') && given !== null;
    const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    const isOwn = !Array.isArray(site) && ownSites.includes(site);
    if (!isOwn && !(isEntrance && isNavigation)) {
      throw new HttpError(403, 'pages of other sites may not read the preview');
    }
    // Cookies do not know ports, so that two previews need two names.
    const cookie = `render-service-preview-${port}`;
    if (isEntrance && (this.#isToken(given) || this.#redeem(given))) {
      reply.header('set-cookie', `${cookie}=${this.token}; Path=/; HttpOnly; SameSite=Strict`);
    } else if (!this.#isToken(readCookie(headers.cookie, cookie))) {
      throw new HttpError(401, 'open the URL that render-service preview printed when it started');
    }
    if (!['GET', 'HEAD'].includes(method) && headers.origin === undefined) {
      throw new HttpError(403, 'the Origin header is missing');
    }
  }

  #redeem(given: string): boolean {
    const code = [...this.#codes].find((issued) => isSameToken(given, issued));
    return code !== undefined && this.#codes.delete(code);
  }

  #isToken(given: string | null | undefined): boolean {
    return typeof given === 'string' && isSameToken(given, this.token);
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(/; */).map((pair) => pair.split('='));
  return pairs.find(([given]) => given === name)?.[1];
}
