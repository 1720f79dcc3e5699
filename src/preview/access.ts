import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../web/errors.ts';
import { isSameToken } from '../web/token.ts';

/** Where the request of a page's address comes from, by the browser's own word: the page itself, or the address bar. */
const ownSites: readonly (string | undefined)[] = ['same-origin', 'none', undefined];

/** The folder of URLs that can be opened once. */
const onceFolder = '/open/';

/**
 * Lets in whoever opens the URL that the command prints. Its path starts with a token, and so do those of everything else that
 * is served. There is no cookie: browsers send cookies to every port of a host, and so to every other local server. Other
 * pages in the same browser are kept out whatever they know, by Sec-Fetch-Site.
 */
export class Access {
  readonly #token = newToken();
  /** The path of the page; all that is served is below it. */
  readonly path = `/${this.#token}/`;
  /** Tokens that let in once. */
  readonly #codes = new Set<string>();

  /** The path of a URL that others may see, and which is of no use once it was opened. */
  issuePath(): string {
    const code = newToken();
    this.#codes.add(code);
    return onceFolder + code;
  }

  /**
   * Throws an HttpError 401 or 403 for a request that is not let in. Whether the request opened a URL that works once, and is
   * to be led to the page.
   */
  check({ url, headers, method }: FastifyRequest): boolean {
    const isOnce = url.startsWith(onceFolder);
    const isEntrance = method === 'GET' && (isOnce || url === this.path);
    const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    const site = headers['sec-fetch-site'];
    const isOwn = !Array.isArray(site) && ownSites.includes(site);
    if (!isOwn && !(isEntrance && isNavigation)) {
      throw new HttpError(403, 'pages of other sites may not read the preview');
    }
    if (isEntrance && isOnce && this.#redeem(url.slice(onceFolder.length))) return true;
    const [, token = '', ...rest] = url.split('/');
    if (rest.length === 0 || !isSameToken(token, this.#token)) {
      const rule = 'open the URL that render-service preview printed when it started';
      const reason = isOnce
        ? 'a URL that the browser was given works only once'
        : 'each start has its own URL';
      throw new HttpError(401, `${rule}; ${reason}`);
    }
    if (!['GET', 'HEAD'].includes(method) && headers.origin === undefined) {
      throw new HttpError(403, 'the Origin header is missing');
    }
    return false;
  }

  #redeem(given: string): boolean {
    const code = [...this.#codes].find((issued) => isSameToken(given, issued));
    return code !== undefined && this.#codes.delete(code);
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}
