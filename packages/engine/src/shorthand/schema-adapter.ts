import * as z from 'zod';
import { cssColorNames, hexColor } from '../language/css-colors.ts';
import { readMilliseconds, timeExamples, timePattern } from '../language/written-times.ts';
import {
  boolean,
  colorSchema,
  type Documentation,
  idSchema,
  listLimits,
  namedSchemas,
  oneOf,
  rule,
  timeLimits,
} from '../project/field-schemas.ts';
import {
  axesSchema,
  cueSchema,
  plotSchema,
  vectorSchema,
  vectorShapeSchema,
  waveformSchema,
} from '../project/object-schemas.ts';
import { areaSchema, gradientSchema, shadowSchema } from '../project/properties/values.ts';
import { bezierControlsSchema, transitionTrackSchema } from '../project/schema.ts';

import { chartColors, themeColors } from './themes/theme-names.ts';
import { type VariableText, variablePattern, writeVariable } from './variable-syntax.ts';

/** Resources with a name in the JSON Schema of shorthand, once `defineShorthand` has been called with `variables`. */
export const shorthandResources: z.core.$ZodRegistry<Documentation> = z.registry<Documentation>();

for (const schema of [idSchema, colorSchema]) {
  const documentation = namedSchemas.get(schema);
  if (documentation !== undefined) shorthandResources.add(schema, documentation);
}

type Value = string | number | boolean | null;

/** A part of the full format with variables instead of values. */
export type Written<T> = T extends string | number | boolean
  ? T | VariableText
  : T extends null | undefined
    ? T
    : { [Field in keyof T]: Written<T[Field]> };

/** The same part after the variables are replaced. */
export type Resolved<T> = T extends VariableText
  ? never
  : T extends Value | undefined
    ? T
    : { [Field in keyof T]: Resolved<T[Field]> };

type Shape = z.ZodRawShape;
type Known<T> = Exclude<T, undefined>;
type Optional<Fields extends Shape> = {
  [Field in keyof Fields]: z.ZodOptional<z.ZodType<Written<Known<z.output<Fields[Field]>>>>>;
};
type Required<Fields extends Shape> = {
  [Field in keyof Fields]: z.ZodType<Written<Known<z.output<Fields[Field]>>>>;
};

const variableText = z
  .string()
  .regex(variablePattern)
  .register(shorthandResources, {
    id: 'VariableText',
    description: `A variable instead of a value, such as "${writeVariable('share')}".`,
  });

const formulaText = z
  .string()
  .regex(/^(=.{1,1000}|-?\d+(\.\d+)?%)$/s)
  .register(shorthandResources, {
    id: 'FormulaText',
    description: 'A formula instead of a number, such as "=2*s", or a share of a length, such as "40%".',
  });

/** A time with its unit or as on a clock. */
export const timeText: z.ZodString = z
  .string()
  .regex(timePattern)
  .register(shorthandResources, {
    id: 'TimeText',
    description: `A time instead of milliseconds, such as ${timeExamples}.`,
  });

/** Milliseconds, or a text that becomes milliseconds. */
function writtenTime(schema: z.ZodType, [min, max]: readonly [number, number]): z.ZodType {
  const expected = rule(`milliseconds from ${min} to ${max}, or a time such as ${timeExamples}`);
  const isWithin = (text: string) => {
    const ms = readMilliseconds(text);
    return ms !== undefined && ms >= min && ms <= max;
  };
  const text = z.string().refine(isWithin, expected).transform(readMilliseconds);
  return z.union([schema, text], expected);
}

const cssColorText = z.string().regex(/^(#[0-9a-fA-F]{4}|(rgb|hsl|hwb)a?\([^()]{1,100}\))$/);

const gradientText = z
  .string()
  .regex(/^\s*(linear|radial)-gradient\(.{3,2000}\)\s*$/s)
  .register(shorthandResources, {
    id: 'GradientText',
    description: 'A gradient as in CSS, such as "linear-gradient(90deg, #1d4ed8, #7c3aed 60%)".',
  });

function isNumber(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some(isNumber);
  return schema instanceof z.ZodNumber;
}

const colorRule = rule(
  'a color (none, transparent, #rgb, #rrggbb, #rrggbbaa or a CSS name in lower case)',
  cssColorNames,
);
const resolvedColor = z
  .string(colorRule)
  .refine((color) => colorSchema.safeParse(hexColor(color)).success, colorRule);

/** The name of a part, such as a bar of a chart or words of a text. */
export const partSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,80}\../)
  .max(170)
  .register(shorthandResources, {
    id: 'PartName',
    description:
      'A part of an object: its id, a dot, and a label of a chart, also with ".value" or ".label" for its texts, or words of a text or a symbol of an equation.',
  });
const mentionRule = rule('an id, or a part such as "sales.Tue" or "law.x"');
/** A key in the states of a composition. */
export const mentionKey = z.union([idSchema, partSchema]) as unknown as z.ZodType<string>;

const mapRule = rule('an object');

/** A map of items by id, or by another key. */
export function mapOf<Item extends z.ZodType>(item: Item, key: z.ZodType<string> = idSchema) {
  return z.record(key as typeof idSchema, item, mapRule);
}

/** Derives schemas of shorthand from those of the full format: as authors write it, or with variables replaced. */
export class SchemaAdapter {
  /** Whether the author may use variables instead of values. */
  readonly variables: boolean;
  readonly color: z.ZodType;
  /** The id of an object, or a part of a chart. */
  readonly reference: z.ZodType<Written<string>>;
  readonly #known = new Map<z.core.$ZodType, z.ZodType>();

  constructor(variables: boolean) {
    this.variables = variables;
    this.color = this.named(
      'ShorthandColor',
      'A color in sRGB, with alpha if it has 8 digits, a color of CSS, by name or as rgb(), hsl() or hwb(), or a color of the theme.',
      variables
        ? z.union([
            colorSchema,
            z.enum(cssColorNames),
            cssColorText,
            z.enum([...themeColors, chartColors]),
            variableText,
          ])
        : resolvedColor,
    );
    this.#known.set(colorSchema, this.color);
    this.replace(bezierControlsSchema, 'Curve', 'The two control points of a cubic Bezier curve.');
    const { easing } = transitionTrackSchema.shape;
    const inCss = z
      .string()
      .regex(/^(ease|ease-in|ease-out|ease-in-out|easeOutBack|spring|cubic-bezier\(.*\))$/);
    this.replace(
      easing,
      'Pace',
      'How progress depends on time. cubicBezier works as in CSS.',
      variables ? z.union([this.#adaptNew(easing), inCss]) : undefined,
    );
    this.replace(gradientSchema, 'ShorthandGradient', 'Colors along a line or around a point of the box.');
    this.replace(areaSchema, 'ShorthandArea', 'The area between a plot and its base.');
    this.replace(axesSchema, 'ShorthandAxes', 'What axes show, as in the full format.');
    this.replace(plotSchema, 'ShorthandPlot', 'What a plot shows, as in the full format.');
    this.replace(waveformSchema, 'ShorthandWaveform', 'What a waveform shows, as in the full format.');
    this.replace(cueSchema, 'ShorthandCue', 'What a text shows for a time, as in the full format.');
    this.replace(vectorShapeSchema, 'ShorthandVectorShape', 'An outline, and what is painted.');
    this.replace(vectorSchema, 'ShorthandVector', 'A picture of outlines.');
    this.replace(
      shadowSchema,
      'ShorthandShadow',
      'A blurred copy under an object in one color, in scene pixels.',
    );
    this.reference = z.union([this.adapt(idSchema), partSchema], mentionRule) as z.ZodType<Written<string>>;
  }

  /** Gives a schema its name in the JSON Schema. */
  named<Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema {
    // Both forms have the same names. Only the form with variables becomes a JSON Schema.
    if (this.variables) shorthandResources.add(schema, { id, description });
    return schema;
  }

  /** A value, or a variable. */
  value(schema: z.ZodType): z.ZodType {
    const limits = timeLimits.get(schema);
    if (!this.variables) return limits === undefined ? schema : writtenTime(schema, limits);
    if (limits !== undefined) return z.union([schema, timeText, variableText, formulaText]);
    return isNumber(schema) ? z.union([schema, variableText, formulaText]) : z.union([schema, variableText]);
  }

  /** A color, or a gradient in CSS. */
  paint(): z.ZodType {
    return z.union([this.color, gradientText]);
  }

  word<const Words extends readonly string[]>(words: Words) {
    return this.value(oneOf(words)) as z.ZodType<Written<Words[number]>>;
  }

  number(schema: z.ZodType<number>) {
    return this.value(schema) as z.ZodType<Written<number>>;
  }

  /** Fields that only documents as their authors write them have. The types are those of plain shorthand. */
  written(fields: () => Shape): Record<never, never> {
    return this.variables ? fields() : {};
  }

  flag() {
    return this.value(boolean()) as z.ZodType<Written<boolean>>;
  }

  /** Uses a named schema wherever the full format has `schema`; it is derived from it unless it is given. */
  replace(schema: z.ZodType, id: string, description: string, by?: z.ZodType): void {
    this.#known.set(schema, this.named(id, description, by ?? this.#adaptNew(schema)));
  }

  /** Returns a schema of the full format with CSS names, and with variables if the author may use them. */
  adapt(schema: z.core.$ZodType): z.ZodType {
    const adapted = this.#known.get(schema) ?? this.#adaptNew(schema);
    this.#known.set(schema, adapted);
    return adapted;
  }

  #adaptNew(schema: z.core.$ZodType): z.ZodType {
    if (schema instanceof z.ZodOptional) return this.adapt(schema.unwrap());
    if (schema instanceof z.ZodNullable) {
      const inner = schema.unwrap();
      return inner instanceof z.ZodObject ? z.nullable(this.adapt(inner)) : this.value(schema);
    }
    if (schema instanceof z.ZodObject) {
      const fields = Object.entries(schema.shape).map(
        ([name, field]) => [name, this.#adaptField(field)] as const,
      );
      return z.clone(schema, { ...schema._zod.def, shape: Object.fromEntries(fields) });
    }
    if (schema instanceof z.ZodRecord) {
      return z.clone(schema, { ...schema._zod.def, valueType: this.adapt(schema.valueType) });
    }
    if (schema instanceof z.ZodArray) {
      const list = z.clone(schema, { ...schema._zod.def, element: this.adapt(schema.element) });
      const limits = listLimits.get(schema);
      if (limits === undefined) throw new TypeError('a list needs limits');
      return list.register(listLimits, limits);
    }
    if (schema instanceof z.ZodUnion) {
      return z.clone(schema, {
        ...schema._zod.def,
        options: schema.options.map((option) => this.adapt(option)),
      });
    }
    // Any string may hold a variable already.
    if (schema instanceof z.ZodString && schema !== idSchema) return schema;
    return this.value(schema as z.ZodType);
  }

  #adaptField(field: z.core.$ZodType): z.ZodType {
    return field instanceof z.ZodOptional ? this.adapt(field).optional() : this.adapt(field);
  }

  optional<Fields extends Shape>(fields: Fields): Optional<Fields> {
    const adapted = Object.entries(fields).map(([name, field]) => [name, this.adapt(field).optional()]);
    return Object.fromEntries(adapted) as Optional<Fields>;
  }

  required<Fields extends Shape>(fields: Fields): Required<Fields> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, this.adapt(field)]),
    ) as Required<Fields>;
  }
}
