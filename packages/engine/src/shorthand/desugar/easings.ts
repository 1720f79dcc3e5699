const cssEasings: Readonly<Record<string, string>> = {
  'ease-in': 'easeIn',
  'ease-out': 'easeOut',
  'ease-in-out': 'easeInOut',
  ease: 'easeInOut',
};

const cubicBezier = /^cubic-bezier\(\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*\)$/;

/** Returns an easing of the full format for one in the words of CSS. Other values stay as they are. */
export function readEasing(easing: unknown): unknown {
  if (typeof easing !== 'string') return easing;
  const [, x1, y1, x2, y2] = cubicBezier.exec(easing) ?? [];
  if (x1 === undefined) return Object.hasOwn(cssEasings, easing) ? cssEasings[easing] : easing;
  return { type: 'cubicBezier', x1: Number(x1), y1: Number(y1), x2: Number(x2), y2: Number(y2) };
}
