import { expect, it } from 'vitest';
import { optionsFromTexts } from '../../../src/render/options/option-table.ts';

it.each<Readonly<Record<string, string>>>([
  { width: '640', height: '0', fps: '24' },
  { timeMs: '0' },
  { timeMs: '1e3' },
  { timeMs: '12.5E-1' },
  { timeMs: '-0.25' },
])('reads the query parameters %j as numbers', (texts) => {
  const numbers = Object.entries(texts).map(([name, text]) => [name, Number(text)]);
  expect(optionsFromTexts(texts)).toEqual(Object.fromEntries(numbers));
});

// Numbers must have the form of JSON, so all interfaces accept the same; `Number` alone would accept most of these.
it.each<Readonly<Record<string, string>>>([
  { width: '0640' },
  { width: '+640' },
  { width: '640.0' },
  { width: '6e2' },
  { width: ' 640' },
  { width: '640\n' },
  { height: '0x10' },
  { fps: '30.0' },
  { timeMs: '01' },
  { timeMs: '+1' },
  { timeMs: '.5' },
  { timeMs: '1.' },
  { timeMs: '1e' },
  { timeMs: 'Infinity' },
  { timeMs: '1_000' },
  { format: '1' },
])('keeps the query parameters %j as text', (texts) => {
  expect(optionsFromTexts(texts)).toEqual(texts);
});
