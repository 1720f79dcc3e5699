import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDataUrl } from '../../src/project/data-url.ts';

describe('parseDataUrl', () => {
  it.each([
    ['data:image/png;base64,iVBO', 'image/png', true, 'iVBO'],
    ['DATA:Image/JPG;BASE64,/9j/', 'image/jpeg', true, '/9j/'],
    ['data:audio/x-wav;base64,UklG', 'audio/wav', true, 'UklG'],
    ['data:audio/wave;base64,UklG', 'audio/wav', true, 'UklG'],
    ['data:audio/wav; codecs=1 ; base64 ,UklG', 'audio/wav', true, 'UklG'],
    ['data: image/png ;base64,a,b', 'image/png', true, 'a,b'],
    ['data:image/png,%89PNG', 'image/png', false, '%89PNG'],
    ['data:image/png;base64;x=1,iVBO', 'image/png', false, 'iVBO'],
    ['data:base64,iVBO', 'base64', false, 'iVBO'],
    ['data:;base64,iVBO', 'text/plain', true, 'iVBO'],
    ['data:,', 'text/plain', false, ''],
    [`data:image/png;name=${'x'.repeat(996)};base64,iVBO`, 'image/png', true, 'iVBO'],
  ])('parseDataUrl splits %s', (src, mime, base64, data) => {
    expect(parseDataUrl(src)).toEqual({ mime, base64, data });
  });

  it.each([
    '',
    'data',
    'data:',
    'data:image/png;base64',
    ' data:,x',
    'https://a.example/data:,',
    `data:image/png;name=${'x'.repeat(997)};base64,iVBO`,
  ])('parseDataUrl returns null for %j', (src) => {
    expect(parseDataUrl(src)).toBeNull();
  });

  it('parseDataUrl returns any payload unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (payload) => {
        expect(parseDataUrl(`data:image/png;base64,${payload}`)?.data).toBe(payload);
      }),
    );
  });
});
