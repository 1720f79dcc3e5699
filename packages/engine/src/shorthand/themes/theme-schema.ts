import * as z from 'zod';
import { listOf, object, rule } from '../../project/field-schemas.ts';
import { fontFamily } from '../../project/properties/values.ts';
import { presets } from '../desugar/presets.ts';
import { mapOf, type SchemaAdapter } from '../schema-adapter.ts';
import type { stateSchema } from '../state-schema.ts';
import type { trackSchema } from '../transition-schemas.ts';
import { chartColors, sizedStyles, themeColors, themeFonts, themeNames } from './theme-names.ts';

const maxChartColors = 24;
const maxLength = 1000;

const lengthRule = rule('a number of pixels from 0 to 1000, or a share such as "5%"');
const length = () =>
  z.union(
    [
      z.number(lengthRule).min(0, lengthRule).max(maxLength, lengthRule),
      z.string(lengthRule).regex(/^\d{1,2}(\.\d{1,3})?%$/, lengthRule),
    ],
    lengthRule,
  );

const enterRule = rule(`${presets.join(', ')}, or an object with a type`);

/** A theme as its author writes it, in a document or in a file. */
export function themeSchema(
  adapter: SchemaAdapter,
  state: ReturnType<typeof stateSchema>,
  track: ReturnType<typeof trackSchema>,
) {
  const color = adapter.color.optional();
  const { easing, stagger, from } = track.shape;
  const colors = adapter.named(
    'ShorthandThemeColors',
    'Colors by the words that mean them.',
    object({
      ...fieldsOf(themeColors, color),
      [chartColors]: listOf(adapter.color, 1, maxChartColors).optional(),
    }),
  );
  const sizes = adapter.named(
    'ShorthandThemeSizes',
    'Font sizes of the styles of texts.',
    object(fieldsOf(sizedStyles, length().optional())),
  );
  const fonts = adapter.named(
    'ShorthandThemeFonts',
    'Font families by their use.',
    object(fieldsOf(themeFonts, fontFamily().optional())),
  );
  const enter = adapter.named(
    'ShorthandThemeEnter',
    'An animation without times.',
    object({ type: z.enum(presets), easing, stagger, from }),
  );
  return adapter.named(
    'ShorthandTheme',
    'Colors, sizes and styles of a film. Missing parts come from the theme that it extends.',
    object({
      extends: z.enum(themeNames).optional(),
      colors: colors.optional(),
      fonts: fonts.optional(),
      background: adapter.paint().optional(),
      sizes: sizes.optional(),
      radius: length().optional(),
      gap: length().optional(),
      shadow: z
        .string(rule('a shadow as in CSS, or soft, medium, strong or none'))
        .min(1)
        .max(400)
        .optional(),
      enter: z.union([z.enum(presets), enter], enterRule).optional(),
      logo: z.string(rule('the path of a file')).min(1).max(1024).optional(),
      styles: mapOf(state).optional(),
    }),
  );
}

function fieldsOf<Schema extends z.ZodType>(
  names: readonly string[],
  schema: Schema,
): Record<string, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema]));
}
