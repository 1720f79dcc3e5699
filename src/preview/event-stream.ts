import type { FastifyReply } from 'fastify';
import type { PageEvents } from './page-messages.ts';
import type { PreviewSession } from './session.ts';

/** Unread bytes after which a page's stream is closed. The page then reconnects and gets the newest state. */
const mostUnreadBytes = 4 * 1024 * 1024;

/** Sends the state of the session and all its changes as server-sent events until the page disconnects. */
export function streamEvents(reply: FastifyReply, session: PreviewSession): void {
  reply.hijack();
  const { raw } = reply;
  const headers = Object.entries(reply.getHeaders());
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = <Name extends keyof PageEvents>(event: Name, data: PageEvents[Name]) => {
    if (raw.writableLength > mostUnreadBytes) raw.destroy();
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
