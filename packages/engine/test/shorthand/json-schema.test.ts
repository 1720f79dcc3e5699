// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { projectJsonSchema } from '../../src/project/json-schema.ts';
import { Problems } from '../../src/project/problems.ts';
import { compileCheck } from '../../src/project/structure.ts';
import { shorthandJsonSchema, shorthandSchema } from '../../src/shorthand/json-schema.ts';
import { sampleProject } from '../project/sample.ts';
import { anyWording } from './arbitrary-language.ts';
import { anyShorthand, validShorthand } from './arbitrary-shorthand.ts';
import { film, problemsOf } from './expand.ts';

const silent = { log: () => {}, warn: () => {}, error: () => {} };
const options = {
  strict: true,
  strictRequired: false,
  strictTuples: false,
  allowUnionTypes: true,
  unicode: false,
  logger: silent,
} as const;
const validate = new Ajv2020(options).compile(shorthandJsonSchema);
const check = compileCheck(shorthandSchema);

/** Whether validation accepts the document. Without scenes, it needs compositions. */
function isAccepted(document: Record<string, unknown>): boolean {
  const problems = new Problems();
  check(document, [], problems);
  return !problems.any && ('scenes' in document || 'compositions' in document);
}

/** Returns the places of all properties without a description. */
function undescribed(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => {
    const places = undescribed(inner, `${place}/${name}`);
    if (name !== 'properties') return places;
    for (const [field, property] of Object.entries(inner as Record<string, { description?: string }>)) {
      if (!/^\S.{9,}\.$/.test(property.description ?? '')) places.push(`${place}.${field}`);
    }
    return places;
  });
}

describe('the shorthand JSON Schema', () => {
  it('the JSON Schemas of shorthand and full projects describe every field', () => {
    expect(undescribed(shorthandJsonSchema, '')).toEqual([]);
    expect(undescribed(projectJsonSchema, '')).toEqual([]);
    expect(shorthandJsonSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:render-service:shorthand',
    });
  });

  it('the shorthand JSON Schema accepts exactly the documents that the shorthand structure check accepts', () => {
    fc.assert(
      fc.property(fc.oneof(validShorthand, anyShorthand), (document) => {
        const text = JSON.parse(JSON.stringify(document));
        expect({ ok: validate(text), errors: validate.errors }).toMatchObject({ ok: isAccepted(text) });
      }),
      { numRuns: runs(600) },
    );
  });

  it('the shorthand JSON Schema accepts every valid film in the words of the language', {
    tags: 'slow',
  }, () => {
    let valid = 0;
    fc.assert(
      fc.property(anyWording, (document) => {
        const text = JSON.parse(JSON.stringify(document));
        // A template without items makes no object that could be wrong.
        const { data } = text.objects.plans ?? {};
        const hasItems = data !== 0 && !(typeof data === 'object' && Object.keys(data ?? {}).length === 0);
        if (!hasItems || problemsOf(text).length > 0) return;
        valid++;
        expect({ ok: validate(text), errors: validate.errors }).toMatchObject({ ok: true });
      }),
      { numRuns: runs(400) },
    );
    expect(valid).toBeGreaterThan(0);
  });

  it('the shorthand JSON Schema accepts variables in place of values', () => {
    const variables = { n: 5, color: 'red', on: false };
    const state = {
      x: '${n}',
      fill: '${color}',
      visible: '${on}',
      path: { c1: { x: '${n}', y: 0 }, c2: { x: 0, y: 0 } },
    };
    const document = film({
      variables,
      width: '${n}',
      objects: { box: { kind: 'circle', state } },
      compositions: { a: { states: { box: '${on}' } }, b: { enter: '${n}' } },
    });
    expect(problemsOf(document)).toEqual([]);
    expect({ ok: validate(document), errors: validate.errors }).toMatchObject({ ok: true });
    expect(validate({ ...document, width: 'wide' })).toBe(false);
  });

  it('the shorthand JSON Schema accepts components, their parameters and their looks', () => {
    const document = film({
      components: {
        card: {
          fields: { lines: [], children: [] },
          ...{ kind: 'column', children: '${children}', states: { calm: { this: { opacity: 0.5 } } } },
        },
      },
      objects: { box: { kind: 'card', lines: ['a'], children: [{ kind: 'card' }] } },
      compositions: { a: { states: { box: true } }, b: { states: { box: 'calm' } } },
    });
    expect(problemsOf(document)).toEqual([]);
    expect({ ok: validate(document), errors: validate.errors }).toMatchObject({ ok: true });
    expect(validate({ ...document, components: { card: {} } })).toBe(false);
    expect(validate({ ...document, objects: { box: { kind: 'circle', x: 'left' } } })).toBe(false);
  });

  it('the packaged JSON Schema files match the schemas of shorthand and full projects', () => {
    const file = (name: string) =>
      JSON.parse(
        readFileSync(new URL(`../../../render-service/assets/schemas/${name}.json`, import.meta.url), 'utf8'),
      );
    expect(file('shorthand')).toEqual(JSON.parse(JSON.stringify(shorthandJsonSchema)));
    expect(file('project')).toEqual(JSON.parse(JSON.stringify(projectJsonSchema)));
  });

  it("ignores a document's $schema when detecting its format", () => {
    for (const $schema of [
      'urn:render-service:project',
      'https://example.com/other.json',
      'file:///etc/passwd',
      '',
    ]) {
      expect(problemsOf(film({ $schema }))).toEqual([]);
      expect(validate(film({ $schema }))).toBe(true);
      expect(problemsOf({ $schema, ...sampleProject() })).toEqual([]);
    }
    const { shorthand: _, ...unmarked } = film({ $schema: 'urn:render-service:shorthand' });
    expect(problemsOf(unmarked)).toEqual([expect.stringContaining('shorthand: must be true')]);
  });
});
