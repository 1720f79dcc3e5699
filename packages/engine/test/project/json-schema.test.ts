import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { projectJsonSchema, projectSchemaDefinitions } from '../../src/project/json-schema.ts';
import { Problems } from '../../src/project/problems.ts';
import { checkStructure } from '../../src/project/structure.ts';
import { absent, sampleProject, withValues } from './sample.ts';

const silent = { log: () => {}, warn: () => {}, error: () => {} };
/** Counts lengths in UTF-16 units as the validation does. The option is deprecated, so logging is off. */
const validate = new Ajv2020({ strict: true, unicode: false, logger: silent }).compile(projectJsonSchema);

function isAccepted(document: object): boolean {
  const problems = new Problems();
  checkStructure(document, problems);
  return !problems.any;
}

/** Returns every place in a document, in the form that `withValues` accepts. */
function placesIn(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const inner = place === '' ? key : `${place}.${key}`;
    return [inner, ...placesIn(child, inner)];
  });
}

describe('the project JSON Schema', () => {
  it('the project JSON Schema defines every named resource', () => {
    expect(Object.keys(projectJsonSchema.$defs ?? {}).sort()).toEqual([
      'Area',
      'AudioKeyframes',
      'AudioTrack',
      'Axes',
      'BezierControls',
      'Color',
      'Composition',
      'CompositionState',
      'Cue',
      'Duck',
      'Easing',
      'ExtendedAudioTrack',
      'ExtendedComposition',
      'ExtendedCompositionState',
      'ExtendedKeyframe',
      'ExtendedMediaPlayback',
      'ExtendedProject',
      'ExtendedScene',
      'ExtendedSceneObject',
      'ExtendedTransition',
      'ExtendedTransitionTrack',
      'FontFiles',
      'Formulas',
      'Gradient',
      'Grain',
      'Id',
      'ImageAsset',
      'Keyframe',
      'Loop',
      'MediaAsset',
      'MediaPlayback',
      'PartBegin',
      'Plot',
      'Project',
      'Scene',
      'SceneObject',
      'SceneTransition',
      'Shadow',
      'TextSpan',
      'Timing',
      'Transition',
      'TransitionTrack',
      'VariableKeyframe',
      'VariableTrack',
      'VectorDrawing',
      'VectorShape',
      'VolumeKeyframe',
      'Waveform',
    ]);
    expect(projectJsonSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:render-service:project',
      if: { properties: { extended: { const: true } } },
      else: { $ref: '#/$defs/Project' },
    });
  });

  it('the project JSON Schema defines ids, colors and projects', () => {
    const { Id, Color, Project } = projectSchemaDefinitions('#/components/schemas/');
    expect(Id).toMatchObject({
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{1,80}$',
      not: { enum: ['__proto__', 'constructor', 'prototype'] },
    });
    expect(Color?.pattern).toBe('^(none|transparent|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|#[0-9a-fA-F]{8})$');
    const id = { $ref: '#/components/schemas/Id' };
    expect(Project).toMatchObject({
      type: 'object',
      required: ['name', 'version', 'sceneOrder', 'scenes'],
      properties: {
        name: { type: 'string', maxLength: 100 },
        version: { type: 'integer', minimum: 1, maximum: 2 },
        sceneOrder: { type: 'array', items: id, minItems: 1, maxItems: 100 },
        scenes: {
          type: 'object',
          propertyNames: id,
          additionalProperties: { $ref: '#/components/schemas/Scene' },
        },
      },
    });
    expect(Project).not.toHaveProperty('additionalProperties');
  });

  it.each(['hello', 'derivative', 'scripts', 'launch', 'crowd-500'])(
    'the project JSON Schema accepts the example %s',
    (name) => {
      const url = new URL(`../../../../test/fixtures/projects/${name}.json`, import.meta.url);
      expect(validate(JSON.parse(readFileSync(url, 'utf8')))).toBe(true);
    },
  );

  it('the project JSON Schema accepts exactly the documents that pass the structure check', () => {
    const box = 'scenes.intro.compositions.first.states.box';
    const extended = withValues(sampleProject(), {
      ...{
        extended: true,
        [`${box}.align`]: 'left',
        [`${box}.dash`]: [4, 2],
        [`${box}.points`]: [
          [0, 0],
          [1, 1],
        ],
        [`${box}.spans`]: [{ start: 0, end: 1, fill: '#ffd166', fontWeight: 700, opacity: 0.5 }],
        'scenes.intro.objects.box.kind': 'layer',
        'scenes.intro.objects.dot.layerId': 'box',
      },
      'scenes.intro.transitions.t1.tracks.box.keyframes.k1.property': 'dashOffset',
    });
    const places = placesIn(extended);
    const values = fc.oneof(
      fc.constantFrom<unknown>(
        absent,
        null,
        true,
        '',
        'box',
        'none',
        '#abc',
        '#abcd',
        'linear',
        'cubicBezier',
        'a b',
      ),
      fc.constantFrom<unknown>(
        'constructor',
        'x'.repeat(81),
        'x'.repeat(101),
        '😀'.repeat(51),
        '😀'.repeat(101),
      ),
      fc.constantFrom<unknown>(
        -1,
        0,
        0.5,
        1,
        1.5,
        2,
        3,
        100,
        2049,
        8193,
        10_001,
        100_001,
        600_001,
        1e300,
        -1e5,
      ),
      fc.constantFrom<unknown>([], {}, ['box'], Array(101).fill('box'), Array(161).fill(0.5), [2], {
        'a b': {},
      }),
      fc.constantFrom<unknown>({ type: 'cubicBezier', x1: 0, y1: 0, x2: 1, y2: 1 }, { c1: { x: 1, y: 1 } }),
      fc
        .constantFrom(...places)
        .map((place) =>
          place
            .split('.')
            .reduce<unknown>(
              (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : value),
              extended,
            ),
        ),
    );
    const added = fc
      .constantFrom(...places)
      .chain((place) => fc.constantFrom('extra', 'prototype', 'toString').map((key) => `${place}.${key}`));
    const mutation = fc.tuple(
      fc.constantFrom(sampleProject(), extended, withValues(extended, { extended: absent })),
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...places) }, added),
      values,
    );
    let accepted = 0;
    fc.assert(
      fc.property(mutation, ([project, place, value]) => {
        const keys = place.split('.');
        const parent = keys.slice(0, -1).reduce<unknown>((node, key) => Object(node)[key], project);
        fc.pre(typeof parent === 'object' && parent !== null && !Array.isArray(parent));
        // Reserved names are found earlier, anywhere in the document.
        fc.pre(keys.at(-1) !== 'prototype' || value === absent);
        const document = withValues(project, { [place]: value });
        const valid = validate(document);
        if (valid) accepted++;
        expect({ place, value, accepted: isAccepted(document) }).toEqual({ place, value, accepted: valid });
      }),
      { numRuns: runs(2000) },
    );
    expect(accepted).toBeGreaterThan(runs(100));
  });

  it('the project JSON Schema refuses reserved property names', () => {
    for (const place of ['prototype', 'scenes.intro.constructor', 'scenes.intro.objects.box.prototype']) {
      expect(validate(withValues(sampleProject(), { [place]: 1 }))).toBe(false);
    }
  });
});
