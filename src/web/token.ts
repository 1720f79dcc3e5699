import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two tokens are equal, in a time that reveals nothing about them. */
export function isSameToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

/** Digests all have the same length, as a comparison in constant time needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
