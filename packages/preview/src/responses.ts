import { errorBody, type HttpError } from '@render-service/service/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageEvents } from './page-messages.ts';
import type { PreviewSession } from './session.ts';

/** Sends an error as JSON, or as a readable page if somebody opened the URL in a browser. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  reply.code(error.status).headers(error.headers);
  if (!isReader(request)) return reply.type('application/json').send(errorBody(error));
  return reply.type('text/html; charset=utf-8').send(pageOf(error));
}

function isReader({ headers, method }: FastifyRequest): boolean {
  const isNavigation = (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';
  return method === 'GET' && isNavigation && (headers.accept ?? '').includes('text/html');
}

function pageOf({ status, message }: HttpError): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="dark light">',
    '<title>Preview</title>',
    `<h1>${status === 401 ? 'There is no preview at this URL' : 'The preview cannot show this page'}</h1>`,
    `<p>${escapeMarkup(sentence)}.</p>`,
    '</html>\n',
  ].join('\n');
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sends bytes, or only the part that the Range header requests (RFC 9110, section 14). */
export function sendRange(
  reply: FastifyReply,
  range: string | undefined,
  mimeType: string,
  bytes: Uint8Array,
): FastifyReply {
  reply.type(mimeType).header('accept-ranges', 'bytes');
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return reply.send(bytes);
  const [, first = '', last = ''] = asked;
  const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (from > to) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes.length}`);
  return reply.send(bytes.subarray(from, to + 1));
}

/** Unread bytes after which a page's stream is closed. The page then reconnects and gets the newest state. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** Sends the state of the session and all its changes as server-sent events until the page disconnects. */
export function streamEvents(reply: FastifyReply, session: PreviewSession): void {
  reply.hijack();
  const { raw } = reply;
  const headers = Object.entries(reply.getHeaders());
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = <Name extends keyof PageEvents>(event: Name, data: PageEvents[Name]) => {
    if (raw.writableLength > maxUnreadBytes) raw.destroy();
    else raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const onFilm = (state: PageEvents['film']) => send('film', state);
  const onExport = (state: PageEvents['export']) => send('export', state);
  raw.write('retry: 500\n\n');
  onFilm(session.state);
  for (const state of session.exports.states) onExport(state);
  session.events.on('film', onFilm);
  session.events.on('export', onExport);
  raw.once('close', () => {
    session.events.off('film', onFilm);
    session.events.off('export', onExport);
  });
}
