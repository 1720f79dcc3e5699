import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, type HttpError } from '../web/errors.ts';

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
