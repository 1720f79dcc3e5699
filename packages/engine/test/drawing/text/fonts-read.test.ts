import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainStyle } from '../../../src/drawing/text/text-style.ts';
import { loadTypesetter } from '../../../src/drawing/text/typesetter.ts';
import { plainFace } from '../../../src/timeline/face.ts';

test('reads only the fonts that a text needs, each only once', async () => {
  const reading = vi.spyOn(fs, 'readFileSync');
  syncBuiltinESMExports();
  onTestFinished(() => {
    reading.mockRestore();
    syncBuiltinESMExports();
  });
  const typesetter = await loadTypesetter();
  const bold = { ...plainStyle, face: { ...plainFace, weight: 700 } };
  const readFor = (text: string, style = plainStyle) => {
    reading.mockClear();
    typesetter.layout(text, style);
    return reading.mock.calls.map(([file]) => basename(String(file)));
  };
  expect(readFor('Hello')).toEqual(['Inter.ttf']);
  expect(readFor('Hello again')).toEqual([]);
  expect(readFor('Hello', bold)).toEqual(['Inter-Bold.ttf']);
  expect(readFor('🚀')).toEqual(['TwemojiMozilla.ttf.br']);
  expect(readFor('🚀', bold)).toEqual([]);
  expect(readFor('かな', bold)).toEqual(['bold-coverage.json', 'NotoSansJP-Bold.ttf.br']);
  expect(readFor('∑', bold)).toEqual(['NotoSansMath.ttf.br']);
});
