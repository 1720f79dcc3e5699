import type { FastifyReply } from 'fastify';

/** Sends bytes, or only the part that the Range header asks for (RFC 9110, section 14). */
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
