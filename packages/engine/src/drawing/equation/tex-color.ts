import { hexColor } from '../../language/css-colors.ts';
import { colorSchema } from '../../project/field-schemas.ts';
import { type Color, parseColor } from '../../timeline/color.ts';

/** Thrown for an unknown colour in TeX. */
export class UnknownColorError extends Error {
  readonly color: string;

  constructor(color: string) {
    super(`the color ${color} is unknown; use a CSS name in lower case, #rgb or #rrggbb`);
    this.color = color;
  }
}

const transparent: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

/** Returns a colour as MathJax writes it: a CSS name or a hexadecimal value. Throws an UnknownColorError. */
export function texColor(text: string): Color {
  const color = hexColor(text.trim());
  if (!colorSchema.safeParse(color).success) throw new UnknownColorError(text);
  return parseColor(color) ?? transparent;
}
