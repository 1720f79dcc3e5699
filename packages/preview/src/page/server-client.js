/** @import { PageAnswers, PageEvents, PageOrders, PageQueries } from '../page-messages.ts' */

/** Milliseconds between two attempts to reconnect. */
const retryMs = 1000;

/** Identifies this page in requests of which only the newest counts. */
const client = Math.random().toString(36).slice(2);

/** While it is false nothing is sent: every path contains the token, and another program may listen on the port. */
let isConnected = true;

/**
 * Requests JSON from the server; null if the request was about an older version, or if the server is gone. Rejects with
 * the server's message if that fails.
 * @template {keyof PageAnswers & keyof PageQueries} Path
 * @param {Path} path
 * @param {PageQueries[Path]} query
 * @param {RequestInit} [options]
 * @returns {Promise<PageAnswers[Path] | null>}
 */
export async function askJson(path, query, options) {
  if (!isConnected) return null;
  const response = await fetch(urlOf(path, query), options);
  if (response.status === 204) return null;
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

/**
 * Requests a picture, packed for `unpackPixels`; null if the server is gone, or skipped it in favour of a newer one.
 * @param {PageQueries['api/still']} query
 * @param {AbortSignal} signal
 */
export async function askPicture(query, signal) {
  if (!isConnected) return null;
  const response = await fetch(urlOf('api/still', query), { signal });
  if (response.status === 204) return null;
  if (!response.ok) throw await failureOf(response);
  return response.arrayBuffer();
}

/**
 * Requests the picture of a change that is tried; null if the server skipped it in favour of a newer one. Rejects with
 * the server's message if the change is not possible.
 * @param {Omit<PageOrders['api/tries'], 'client'>} order
 */
export async function askTried(order) {
  const response = await post('api/tries', { ...order, client });
  return response.status === 204 ? null : response.arrayBuffer();
}

/**
 * The URL of the film of a version.
 * @param {number} revision
 */
export async function movieUrl(revision) {
  return urlOf('api/movie', { revision });
}

/**
 * Sends an order. Resolves with the answer, or null if there is none. Rejects with the server's message if it is
 * refused.
 * @template {keyof PageOrders} Path
 * @param {Path} path
 * @param {PageOrders[Path]} order
 */
export async function send(path, order) {
  const response = await post(path, order);
  return response.status === 204 ? null : response.json();
}

/**
 * @param {string} path
 * @param {unknown} order
 */
async function post(path, order) {
  if (!isConnected) throw new Error('the preview has ended');
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(order), headers });
  if (!response.ok) throw await failureOf(response);
  return response;
}

/**
 * Sends a file that was dropped into the page, which is copied beside the document. Rejects with the server's message if
 * it is refused.
 * @param {File} file
 * @returns {Promise<PageAnswers['api/files']>}
 */
export async function sendFile(file) {
  const response = await fetch(urlOf('api/files', { name: file.name }), {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

/**
 * Sends an order of a page that is about to end.
 * @template {keyof PageOrders} Path
 * @param {Path} path
 * @param {PageOrders[Path]} order
 */
export function sendLast(path, order) {
  navigator.sendBeacon(path, new Blob([JSON.stringify(order)], { type: 'application/json' }));
}

/**
 * Starts an export and resolves with its first state.
 * @param {PageOrders['api/exports']} order
 * @returns {Promise<PageEvents['export']>}
 */
export function startExport(order) {
  return send('api/exports', order);
}

/** @param {string} id */
export async function cancelExport(id) {
  await fetch(`api/exports/${id}`, { method: 'DELETE' });
}

/**
 * @param {string} path
 * @param {Readonly<Record<string, string | number | undefined>>} query
 */
function urlOf(path, query) {
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(parameters)}`;
}

/** @param {Response} response */
async function failureOf(response) {
  const { error } = await response.json().catch(() => ({ error: `status ${response.status}` }));
  return new Error(error);
}

/**
 * The message of a failed request.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether a server at the address of this page has the token in its path: it answers a challenge with an HMAC. Rejects
 * if no server answers.
 */
async function isOurs() {
  const challenge = crypto.randomUUID();
  const [, token = ''] = location.pathname.split('/');
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(token), algorithm, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(challenge)));
  const expected = [...signed].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const response = await fetch(`/proof/${challenge}`);
  return response.ok && (await response.text()) === expected;
}

/**
 * `refused` means that another program, or a preview with another URL, answers at the address of this page.
 * @typedef {'connected' | 'lost' | 'refused'} Connection
 */

/**
 * Listens to the server's events while the page is visible, because browsers allow few connections to one server. After
 * an interruption it continues once the server is back and has proved that it is the same preview.
 * @param {object} listeners
 * @param {(film: PageEvents['film']) => void} listeners.onFilm
 * @param {(state: PageEvents['export']) => void} listeners.onExport
 * @param {(connection: Connection) => void} listeners.onConnection
 */
export function listen({ onFilm, onExport, onConnection }) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const start = () => {
    stop();
    isConnected = true;
    source = new EventSource('api/events');
    source.addEventListener('open', () => onConnection('connected'));
    source.addEventListener('film', (event) => onFilm(JSON.parse(event.data)));
    source.addEventListener('export', (event) => onExport(JSON.parse(event.data)));
    source.addEventListener('error', retry);
  };
  const retry = async () => {
    stop();
    isConnected = false;
    const isSame = await isOurs().catch(() => null);
    if (document.hidden) return;
    if (isSame) {
      start();
      return;
    }
    onConnection(isSame === null ? 'lost' : 'refused');
    clearTimeout(timer);
    timer = setTimeout(retry, retryMs);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stop();
    else if (!source) void retry();
  });
  start();
}
