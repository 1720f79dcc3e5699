/** @import { FixOrder, PageAnswers, PageEvents, PageQueries } from '../page-messages.ts' */
/** @import { ExportOrder } from '../export-state.ts' */

/** Milliseconds between two attempts to reconnect. */
const retryMs = 1000;

/**
 * Asks the server for JSON; null if the question was about an older version. Rejects with the server's message if that fails.
 * @template {keyof PageAnswers & keyof PageQueries} Path
 * @param {Path} path
 * @param {PageQueries[Path]} query
 * @param {RequestInit} [options]
 * @returns {Promise<PageAnswers[Path] | null>}
 */
export async function askJson(path, query, options) {
  const response = await fetch(urlOf(path, query), options);
  if (response.status === 204) return null;
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

/**
 * Asks for a picture, packed for `unpackPixels`; null if the server skipped it in favour of a newer one.
 * @param {PageQueries['api/still']} query
 * @param {AbortSignal} signal
 */
export async function askPicture(query, signal) {
  const response = await fetch(urlOf('api/still', query), { signal });
  if (response.status === 204) return null;
  if (!response.ok) throw await failureOf(response);
  return response.arrayBuffer();
}

/**
 * Starts an export and resolves with its first state.
 * @param {ExportOrder} order
 * @returns {Promise<PageEvents['export']>}
 */
export async function startExport(order) {
  const body = JSON.stringify(order);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('api/exports', { method: 'POST', body, headers });
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

/**
 * Applies a fix to the project's file. Rejects with the server's message if that fails.
 * @param {FixOrder} order
 */
export async function applyFix(order) {
  const body = JSON.stringify(order);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('api/fixes', { method: 'POST', body, headers });
  if (!response.ok) throw await failureOf(response);
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
 * `refused` means that the server was started again, with another URL.
 * @typedef {'connected' | 'lost' | 'refused'} Connection
 */

/**
 * Listens to the server's events while the page is visible, because browsers allow few connections to one server. Reconnects
 * after an interruption.
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
    source = new EventSource('api/events');
    source.addEventListener('open', () => onConnection('connected'));
    source.addEventListener('film', (event) => onFilm(JSON.parse(event.data)));
    source.addEventListener('export', (event) => onExport(JSON.parse(event.data)));
    source.addEventListener('error', async () => {
      stop();
      timer = setTimeout(start, retryMs);
      const answer = await fetch('preview.css', { method: 'HEAD' }).catch(() => undefined);
      onConnection(answer?.status === 401 ? 'refused' : 'lost');
    });
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stop();
    else if (!source) start();
  });
  start();
}
