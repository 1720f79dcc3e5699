import { Buffer } from 'node:buffer';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';

// MCP Apps, the extension of the protocol for pages in a conversation, of 2026-01-26. Tests check the names here against
// those of its SDK.

/** Where the page is. */
export const filmPageUri = 'ui://render-service/film';

/** The media type by which clients recognise pages. */
export const pageMimeType = 'text/html;profile=mcp-app';

/** The entry in the listing of a tool whose results the page shows. */
export const shownOnPage = { _meta: { ui: { resourceUri: filmPageUri } } };

/** The answer to a question of the page. */
export type FilmAnswer =
  | { readonly json: unknown }
  | { readonly bytes: Uint8Array; readonly mimeType: string };

/** The page that shows a film in the conversation, and what it asks for. */
export interface FilmPage {
  /** One document without references to others. */
  readonly html: string;
  /** Answers a question of the page. Rejects with a RenderError. */
  answer(question: unknown, signal: AbortSignal): Promise<FilmAnswer>;
  close(): Promise<void>;
}

/** Makes the page of a server that offers these formats. */
export type OpenFilmPage = (formats: readonly OutputFormat[]) => Promise<FilmPage>;

const questionStart = 'service://film/';

/**
 * Registers the page, and its questions: they are read as resources, because they change nothing. `open` is called when
 * the page is first asked for, because most clients never do that.
 */
export function registerFilmPage(server: McpServer, open: () => Promise<FilmPage>): void {
  const ui = { prefersBorder: true };
  server.registerResource('film-page', filmPageUri, { mimeType: pageMimeType }, async () => {
    const { html } = await open();
    return { contents: [{ uri: filmPageUri, mimeType: pageMimeType, text: html, _meta: { ui } }] };
  });
  const template = new ResourceTemplate(`${questionStart}{question}`, { list: undefined });
  server.registerResource('film', template, {}, async ({ href }, _variables, { mcpReq: { signal } }) => {
    const question = questionIn(href);
    const answer = await (await open()).answer(question, signal);
    const content =
      'json' in answer
        ? { mimeType: 'application/json', text: JSON.stringify(answer.json) }
        : { mimeType: answer.mimeType, blob: Buffer.from(answer.bytes).toString('base64') };
    return { contents: [{ uri: href, ...content }] };
  });
}

function questionIn(uri: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(uri.slice(questionStart.length)));
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}
