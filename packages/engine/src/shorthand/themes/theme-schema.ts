import * as z from 'zod';
import { idSchema, listOf, object, rule } from '../../project/field-schemas.ts';
import { presets } from '../desugar/presets.ts';
import { mapOf, type SchemaAdapter } from '../schema-adapter.ts';
import type { stateSchema } from '../state-schema.ts';
import type { trackSchema } from '../transition-schemas.ts';
import { sizedStyles, themeColors, themeNames } from './theme-names.ts';

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
  return adapter.named(
    'ShorthandTheme',
    'Colors, sizes and styles of a film. Missing parts come from the theme that it extends.',
    object({
      extends: z.enum(themeNames).optional(),
      colors: object({
        ...(Object.fromEntries(themeColors.map((name) => [name, color])) as Record<string, typeof color>),
        charts: listOf(adapter.color, 1, maxChartColors).optional(),
      }).optional(),
      sizes: object(
        Object.fromEntries(sizedStyles.map((name) => [name, length().optional()])) as Record<
          string,
          z.ZodOptional<ReturnType<typeof length>>
        >,
      ).optional(),
      radius: length().optional(),
      gap: length().optional(),
      enter: z
        .union([z.enum(presets), object({ type: z.enum(presets), easing, stagger, from })], enterRule)
        .optional(),
      logo: z.string(rule('the path of a file')).min(1).max(1024).optional(),
      styles: mapOf(state, idSchema).optional(),
    }),
  );
}
