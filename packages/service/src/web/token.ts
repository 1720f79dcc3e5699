import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two tokens are equal, compared in constant time. */
export function isSameToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

/** Digests have equal lengths, which a comparison in constant time requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
