import type { IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';

const compared = vi.hoisted((): [Uint8Array, Uint8Array][] => []);

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>();
  const timingSafeEqual: typeof crypto.timingSafeEqual = (one, other) => {
    compared.push([Uint8Array.from(one as Uint8Array), Uint8Array.from(other as Uint8Array)]);
    return crypto.timingSafeEqual(one, other);
  };
  return { ...crypto, timingSafeEqual };
});

const { checkToken } = await import('../../src/http/request-checks.ts');

it('compares bearer tokens of any length with one constant-time comparison of equal length', () => {
  const token = 'the-right-one';
  const lengths = new Set<number>();
  for (const given of [token, 'x', 'the-right-onf', 'xhe-right-one', `${token}${'x'.repeat(1000)}`]) {
    compared.length = 0;
    const authorization = `Bearer ${given}`;
    const rawHeaders = ['Authorization', authorization];
    const request = { headers: { authorization }, rawHeaders } as unknown as IncomingMessage;
    const check = () => checkToken(request, token);
    if (given === token) expect(check).not.toThrow();
    else expect(check).toThrow('bearer token');
    expect(compared).toHaveLength(1);
    for (const bytes of compared.flat()) lengths.add(bytes.length);
  }
  expect(lengths.size).toBe(1);
});
