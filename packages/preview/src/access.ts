import { createHmac, randomBytes } from 'node:crypto';
import { HttpError, isSameToken } from '@render-service/service/web';
import type { FastifyRequest } from 'fastify';

// See docs/decisions.md, "The preview's token is part of its path".

/** The values of Sec-Fetch-Site for the page's own requests, for the address bar, and for programs, which send none. */
const ownSites: readonly (string | undefined)[] = ['same-origin', 'none', undefined];

/** The path prefix of one-time URLs. */
const onceFolder = '/open/';

/** The path prefix of challenges. */
const proofFolder = '/proof/';

/**
 * Admits everyone who opens the URL that the command prints. Every path starts with its token. There is no cookie,
 * because browsers send cookies to every port of a host, and so to every other local server. Sec-Fetch-Site keeps out
 * other pages in the same browser, even if they have the token.
 */
export class Access {
  readonly token: string;
  /** The path of the page. Everything that is served is below it, except for proofs. */
  readonly path: string;
  /** The tokens of one-time URLs that have not been opened. */
  readonly #codes = new Set<string>();

  constructor(token = newToken()) {
    this.token = token;
    this.path = `/${token}/`;
  }

  /** The path of a new one-time URL. Others may see it, because it works only once. */
  issuePath(): string {
    const code = newToken();
    this.#codes.add(code);
    return onceFolder + code;
  }

  /**
   * The proof that this server has the token: the HMAC-SHA256 of the challenge in the path of a request. Undefined for
   * other paths. The page requests it before it sends its path to a restarted server, because another program may have
   * taken the port meanwhile.
   */
  proofFor({ url, method }: FastifyRequest): string | undefined {
    const challenge = /^[\w-]{16,64}$/.exec(url.slice(proofFolder.length))?.[0];
    if (method !== 'GET' || !url.startsWith(proofFolder) || challenge === undefined) return undefined;
    return createHmac('sha256', this.token).update(challenge).digest('hex');
  }

  /**
   * Throws an HttpError 401 or 403 for a request that is not admitted. Returns whether the request opened a one-time
   * URL, and must be redirected to the page.
   */
  check({ url, headers, method }: FastifyRequest): boolean {
    const isOnce = url.startsWith(onceFolder);
    const isEntrance = method === 'GET' && (isOnce || url === this.path);
    const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    const site = headers['sec-fetch-site'];
    const isOwn = !Array.isArray(site) && ownSites.includes(site);
    if (!isOwn && !(isEntrance && isNavigation)) {
      throw new HttpError(403, 'pages of other sites cannot read the preview');
    }
    if (isEntrance && isOnce && this.#redeem(url.slice(onceFolder.length))) return true;
    const [, token = '', ...rest] = url.split('/');
    if (rest.length === 0 || !isSameToken(token, this.token)) {
      const rule = 'open the URL that render-service preview printed when it started';
      const reason = isOnce
        ? 'the URL that --open gives to the browser works only once'
        : 'the URL may have changed since then';
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
