/** Pixels of the units of CSS. Those of fonts are for the usual size of 16 pixels. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 4 / 3,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
};

/** The pixels of a unit; 1 for unknown ones. */
export function pixelsIn(unit: string): number {
  return pixels[unit.toLowerCase()] ?? 1;
}
