import fc from 'fast-check';
import { contractKinds, drawnKinds, isVideo } from '../../packages/engine/src/language/kinds.ts';
import { ProjectImages } from '../../packages/engine/src/media/images/project-images.ts';
import type { PictureSource } from '../../packages/engine/src/output/skia/skia-canvas.ts';
import type { SceneObject } from '../../packages/engine/src/project/object-schemas.ts';
import type {
  CompositionState,
  GradientField,
  Project,
  TransitionTrack,
} from '../../packages/engine/src/project/schema.ts';
import { quarteredImage } from './build-project.ts';
import { composition, object, project, scene, state, track, transition } from './project-parts.ts';

const picture = quarteredImage(40, 30);

const anyState = fc
  .record({
    x: fc.double({ min: -20, max: 340, noNaN: true }),
    y: fc.double({ min: -20, max: 200, noNaN: true }),
    width: fc.double({ min: -120, max: 120, noNaN: true }),
    height: fc.double({ min: -80, max: 80, noNaN: true }),
    rotation: fc.constantFrom(0, 0, 30, 90, 200),
    scaleX: fc.constantFrom(1, 1, -1, 0.5, 2),
    shear: fc.constantFrom(0, 0, 0.3),
    fill: fc.constantFrom('none', '#f72585', '#4cc9f0', '#ffd16680'),
    stroke: fc.constantFrom('none', '#ffffff', '#90be6d80'),
    strokeWidth: fc.constantFrom(0, 0.3, 1, 2.5, 9),
    cornerRadius: fc.constantFrom(0, 6),
    opacity: fc.constantFrom(1, 1, 0.5, 0.2),
    effect: fc.constantFrom('none' as const, 'none' as const, 'glow' as const),
    visible: fc.constantFrom(true, true, true, false),
    text: fc.constantFrom('Ay', 'long words\nand lines', '\\frac{a}{b}', '한국어 日本'),
    fontSize: fc.constantFrom(8, 20, 33.3),
  })
  .map((changes): CompositionState => state(changes));

const gradients: readonly GradientField[] = [
  {
    type: 'linear',
    angle: 90,
    stops: [
      [0, '#f72585'],
      [1, '#4cc9f0'],
    ],
  },
  {
    type: 'linear',
    stops: [
      [0, '#f72585'],
      [0.3, '#ffd16600'],
      [1, '#ffffff'],
    ],
  },
  {
    type: 'radial',
    center: [0.2, 0.7],
    stops: [
      [0, '#ffffff'],
      [1, '#3a0ca3'],
    ],
  },
  {
    type: 'radial',
    shape: 'circle',
    radius: 0.6,
    stops: [
      [0, '#ffffff80'],
      [1, '#3a0ca3'],
    ],
  },
];

/** Gradients, shadows, blurs and clips, of which most objects have none. */
const anyPaint = fc
  .record({
    fillGradient: fc.constantFrom(undefined, undefined, ...gradients),
    strokeGradient: fc.constantFrom(undefined, undefined, undefined, ...gradients),
    shadow: fc.constantFrom<CompositionState['shadow']>(
      undefined,
      undefined,
      { x: 4, y: 9, blur: 12, color: '#000000a0' },
      [
        { x: -3, y: 2, blur: 0, color: '#4361ee' },
        { x: 0, y: 30, blur: 90, color: '#000000' },
      ],
    ),
    blur: fc.constantFrom(undefined, undefined, undefined, 0.4, 3, 25),
    clip: fc.constantFrom(undefined, undefined, 'o0', 'o1'),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

function isUpright({ rotation, shear = 0 }: CompositionState): boolean {
  return rotation === 0 && shear === 0;
}

/** The kinds that draw something alone, in documents of the contract, which refuses videos. */
export const contractDrawnKinds = contractKinds.filter((kind) => drawnKinds.includes(kind) && !isVideo(kind));

const anyKind = fc.constantFrom(...contractDrawnKinds);

const anyObjectParts = {
  /** At any time, most objects of a film do not move. */
  moves: fc.constantFrom(true, false, false),
  type: fc.constantFrom<TransitionTrack['type']>('move', 'write', 'fade', 'grow', 'none'),
  order: fc.constantFrom<TransitionTrack['order']>('together', 'sequential'),
  start: fc.constantFrom(0, 100),
  parts: fc.constantFrom<Pick<TransitionTrack, 'by' | 'stagger' | 'begin' | 'settle'>>(
    {},
    {},
    { by: 'letter', stagger: 20, begin: { y: 30.3, opacity: 0 } },
    {
      by: 'word',
      stagger: 90,
      begin: { scale: 0.2, rotation: 33, opacity: 0.3 },
      settle: [[0.5, -0.3, 'easeInOut']],
    },
    { by: 'line', stagger: 50, begin: { x: -20, blur: 3, reveal: 0.1 } },
  ),
  wipe: fc.constantFrom<TransitionTrack['wipe']>(undefined, undefined, 'left', 'bottom'),
};

const anyObject = fc.record({ kind: anyKind, from: anyState, to: anyState, ...anyObjectParts });

type AnyObject = typeof anyObject extends fc.Arbitrary<infer Value> ? Value : never;

/** Films with up to twelve objects of any kind, in scenes whose aspect ratio differs from the output's. */
export const anyFilm = fc
  .record({
    objects: fc.array(anyObject, { minLength: 1, maxLength: 12 }),
    background: fc.constantFrom('#101418', 'none', '#ffffff80'),
  })
  .map(({ objects, background }): Project => {
    const drawn = objects.map((one, index) => ({ ...one, id: `o${index}`, layerId: null }));
    return filmOf(drawn, background);
  });

/** Films of texts whose letters, words or lines enter or leave one after another. */
export const anyKineticFilm = fc
  .array(
    fc.record({
      drawn: anyObject,
      paint: anyPaint,
      parts: anyObjectParts.parts.filter(({ by }) => by !== undefined),
      enters: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((objects): Project => {
    const drawn = objects.map(({ drawn: one, paint: { clip: _, ...paint }, parts, enters }, index) => {
      const shown = { ...one.to, ...paint, text: 'Ay long fi\nشكرا 日本 one', visible: true };
      const hidden = { ...shown, visible: false };
      const [from, to] = enters ? [hidden, shown] : [shown, hidden];
      const kind = { kind: 'text', type: 'move', moves: true } as const;
      return { ...one, ...kind, id: `o${index}`, layerId: null, from, to, parts };
    });
    return filmOf(drawn, '#101418');
  });

/** Films like `anyFilm`, with gradients, shadows, blurs and clips. */
export const anyPaintedFilm = fc
  .record({
    objects: fc.array(fc.record({ drawn: anyObject, from: anyPaint, to: anyPaint }), {
      minLength: 2,
      maxLength: 8,
    }),
    background: fc.constantFrom('#101418', 'none'),
    backgroundGradient: fc.constantFrom(undefined, undefined, ...gradients),
  })
  .map(({ objects, background, backgroundGradient }): Project => {
    const drawn = objects.map(({ drawn: one, from, to }, index) => {
      const id = `o${index}`;
      const painted = (state: CompositionState, { clip, ...paint }: Partial<CompositionState>) => ({
        ...state,
        ...paint,
        // Objects must not clip each other.
        ...(clip !== undefined && clip < id && { clip }),
      });
      return { ...one, from: painted(one.from, from), to: painted(one.to, to), id, layerId: null };
    });
    const made = filmOf(drawn, background);
    const [scene] = Object.values(made.scenes);
    if (scene && backgroundGradient) scene.backgroundGradient = backgroundGradient;
    return made;
  });

const anyLayerState = fc
  .record({
    opacity: fc.constantFrom(1, 1, 0.5, 0.2, 0),
    effect: fc.constantFrom('none' as const, 'none' as const, 'none' as const, 'glow' as const),
    visible: fc.constantFrom(true, true, true, false),
  })
  .map((changes): CompositionState => state(changes));

/** Films with up to twelve objects, many of them in two layers, one of which may be inside the other. */
export const anyLayeredFilm = fc
  .record({
    objects: fc.array(
      fc.record({ drawn: anyObject, layerId: fc.constantFrom(null, 'l0', 'l0', 'l1', 'l1') }),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    layers: fc.array(fc.record({ ...anyObjectParts, from: anyLayerState, to: anyLayerState }), {
      minLength: 2,
      maxLength: 2,
    }),
    isNested: fc.boolean(),
    background: fc.constantFrom('#101418', 'none', '#ffffff80'),
  })
  .map(({ objects, layers, isNested, background }): Project => {
    const drawn = objects.map((one, index) => ({ ...one.drawn, id: `o${index}`, layerId: one.layerId }));
    const grouped = layers.map((one, index) => ({
      ...one,
      id: `l${index}`,
      kind: 'layer' as const,
      layerId: isNested && index === 1 ? 'l0' : null,
    }));
    return filmOf([...drawn.slice(0, 6), ...grouped, ...drawn.slice(6)], background);
  });

function filmOf(
  objects: readonly (Omit<AnyObject, 'kind'> &
    Pick<SceneObject, 'id' | 'kind'> & { layerId: string | null })[],
  background: string,
): Project {
  const states = (pick: (one: (typeof objects)[number]) => CompositionState) =>
    Object.fromEntries(objects.map((one) => [one.id, pick(one)]));
  return project(
    scene('scene', {
      background,
      objects: objects.map(({ id, kind, layerId }, index) =>
        object(id, {
          kind,
          order: index,
          ...(kind === 'image' && { image: picture }),
          ...(layerId !== null && { layerId }),
        }),
      ),
      compositions: [
        composition(
          'a',
          50,
          states(({ from }) => from),
        ),
        composition(
          'b',
          50,
          states(({ from, to, moves }) => (moves ? to : from)),
        ),
      ],
      transitions: [
        transition(
          'a',
          'b',
          400,
          objects.map(({ id, kind, type, order, start, parts, wipe, from, to }) =>
            track({
              ...{ objectId: id, type, order, start, duration: 300 },
              ...(kind === 'text' && (type === 'move' || type === 'fade') && parts),
              // Skia smooths the turned edge of a wipe differently in a shifted picture.
              ...(type === 'write' && wipe && isUpright(from) && isUpright(to) && { wipe }),
            }),
          ),
        ),
      ],
    }),
  );
}

/** Decodes the images of a project for a painter. */
export async function picturesOf(made: Project): Promise<PictureSource> {
  const images = new ProjectImages();
  const pictures = new Map();
  for (const { objects } of Object.values(made.scenes)) {
    for (const { id, image } of Object.values(objects)) {
      if (image) pictures.set(image, (await images.decode(image.src, [id])).drawable);
    }
  }
  return (asset) => pictures.get(asset);
}
