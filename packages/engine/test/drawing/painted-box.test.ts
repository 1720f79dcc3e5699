import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contractDrawnKinds } from '../../../../test/support/any-film.ts';
import { quarteredImage, stillProject } from '../../../../test/support/build-project.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Bounds } from '../../src/drawing/bounds.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { paintedBox } from '../../src/drawing/painted-box.ts';

import { decodeProjectImages, lookUpAsset } from '../../src/media/images/project-images.ts';
import { SkiaCanvas } from '../../src/output/skia/skia-canvas.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { multiplyMatrices } from '../../src/timeline/matrix.ts';

const side = 480;
/**
 * Pixels of the picture per pixel of the scene. The thin ends of slanted shapes need some to be visible. With more,
 * the deviations of Skia's curves, up to half a pixel of the picture, become small in the scene.
 */
const scale = 8;
/** Scene pixels of the picture on every side of the box, where paint outside the box would be visible. */
const margin = 8;

const length = fc.integer({ min: -130, max: 130 });
const share = fc.double({ min: -1, max: 1, noNaN: true });
const color = fc.constantFrom('none', '#ff0000', '#00ff0080', 'transparent');
const point = fc.record({ x: length, y: length });

const anyState: fc.Arbitrary<Partial<CompositionState>> = fc.record({
  x: fc.integer({ min: 200, max: 280 }),
  y: fc.integer({ min: 200, max: 280 }),
  width: length,
  height: length,
  rotation: fc.oneof(fc.constant(0), fc.integer({ min: -180, max: 180 })),
  shear: fc.oneof(fc.constant(0), share),
  scaleX: fc.constantFrom(1, -1, 0.5, 1.4),
  scaleY: fc.constantFrom(1, 0.6, -1.2),
  anchorX: fc.integer({ min: -20, max: 20 }),
  fill: color,
  stroke: color,
  strokeWidth: fc.constantFrom(0, 1, 5, 18),
  cornerRadius: fc.constantFrom(0, 12, 90),
  fontSize: fc.integer({ min: 12, max: 40 }),
  path: fc.record({ c1: point, c2: point }),
  opacity: fc.constantFrom(1, 0.5),
});
const image = quarteredImage(8, 8);

const anyProject: fc.Arbitrary<Project> = fc
  .record({
    kind: fc.constantFrom(...contractDrawnKinds),
    state: anyState,
    text: fc.constantFrom('Agf', 'fly\nup', 'Ω→ ß', 'שלום'),
    parent: fc.option(fc.integer({ min: -90, max: 90 })),
  })
  .map(({ kind, state, text, parent }) =>
    stillProject(
      {
        group: {
          kind: 'rectangle',
          state: { visible: false, x: 240, y: 240, anchorX: 240, anchorY: 240, rotation: parent ?? 0 },
        },
        one: {
          kind,
          parentId: 'group',
          state: { ...state, text: kind === 'equation' ? '\\frac{a}{y^2}' : text },
          image,
        },
      },
      { width: side, height: side, background: 'none' },
    ),
  );

/** Returns the box of an object and the box of its painted pixels, in scene pixels. */
async function boxesOf(project: Project): Promise<{ box: Bounds | null; painted: Bounds | null }> {
  const drawing = await compileDrawing(project, compileTimeline(project));
  const list = drawing.at(0);
  const [node] = list.nodes;
  const box = node ? paintedBox(node) : null;
  const images = await decodeProjectImages(project);
  const area = box ? pictureAround(box) : { x: 0, y: 0, width: side, height: side };
  const size = { width: area.width * scale, height: area.height * scale };
  const canvas = new SkiaCanvas(size, (asset) => lookUpAsset(images, asset).drawable);
  const nodes = list.nodes.map((group) => ({
    ...group,
    matrix: multiplyMatrices([1, 0, 0, 1, -area.x, -area.y], group.matrix),
  }));
  canvas.paint({ ...list, width: area.width, height: area.height, nodes });
  const painted = paintedPixels(canvas.pixels(), size.width);
  return {
    box,
    painted: painted && {
      left: painted.left + area.x,
      top: painted.top + area.y,
      right: painted.right + area.x,
      bottom: painted.bottom + area.y,
    },
  };
}

/** An object may leave its scene, which would cut its paint off on any side. This picture contains all of it. */
function pictureAround(box: Bounds): { x: number; y: number; width: number; height: number } {
  const [x, y] = [Math.floor(box.left) - margin, Math.floor(box.top) - margin];
  return { x, y, width: Math.ceil(box.right) + margin - x, height: Math.ceil(box.bottom) + margin - y };
}

function paintedPixels(rgba: Uint8Array, width: number): Bounds | null {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < pixels.length; index++) {
    if (pixels[index] === 0) continue;
    const x = index % width;
    const y = (index - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  if (right < 0) return null;
  return { left: left / scale, top: top / scale, right: right / scale, bottom: bottom / scale };
}

/**
 * How far Skia may paint beyond a shape, in scene pixels: one pixel of the picture for anti-aliasing, and for strokes a
 * share of their width. Skia's edge of a stroke round the ends of a narrow curve is off by up to 1/28 of the width,
 * at any scale; the box is exact there.
 */
function beyond(strokeWidth: number): number {
  return 1 / scale + 0.15 + strokeWidth / 28;
}

it("an object's box contains all painted pixels, and each edge is within a pixel of one", {
  tags: 'slow',
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyProject, async (project) => {
      const { box, painted } = await boxesOf(project);
      if (!painted || !box) {
        // A shape thinner than one shade of a pixel leaves no trace.
        expect(painted).toBeNull();
        if (box) expect(Math.min(box.right - box.left, box.bottom - box.top)).toBeLessThan(0.1);
        return;
      }
      const state = project.scenes.scene?.compositions.still?.states.one;
      const bleed = beyond(!state || state.stroke === 'none' ? 0 : state.strokeWidth);
      expect(painted.left).toBeGreaterThanOrEqual(box.left - bleed);
      expect(painted.top).toBeGreaterThanOrEqual(box.top - bleed);
      expect(painted.right).toBeLessThanOrEqual(box.right + bleed);
      expect(painted.bottom).toBeLessThanOrEqual(box.bottom + bleed);
      for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
        expect(Math.abs(box[edge] - painted[edge]), edge).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: runs(50) },
  );
});

it("an upright shape's box is exact", async () => {
  const state = { x: 100, y: 90, width: 60, height: 40, stroke: '#ff0000', strokeWidth: 6 };
  for (const kind of ['circle', 'rectangle', 'image'] as const) {
    const { box } = await boxesOf(
      stillProject({ one: { kind, state, image } }, { width: side, height: side, background: 'none' }),
    );
    expect(box).toEqual({ left: 67, top: 67, right: 133, bottom: 113 });
  }
});

it('the box of a stroke round a narrow, slanted ellipse is exact', async () => {
  const state = { x: 200, y: 200, width: 63, height: 1, stroke: '#ff0000', strokeWidth: 18, shear: -0.9736 };
  const { box } = await boxesOf(
    stillProject({ one: { kind: 'circle', state } }, { width: side, height: side, background: 'none' }),
  );
  let [right, bottom] = [0, 0];
  for (let angle = 0; angle < 2 * Math.PI; angle += 1e-4) {
    const normal = [Math.cos(angle) / 31.5, Math.sin(angle) / 0.5] as const;
    const outward = 9 / Math.hypot(...normal);
    const y = 0.5 * Math.sin(angle) + outward * normal[1];
    right = Math.max(right, 31.5 * Math.cos(angle) + outward * normal[0] + state.shear * y);
    bottom = Math.max(bottom, y);
  }
  expect(box?.right).toBeCloseTo(200 + right, 2);
  expect(box?.bottom).toBeCloseTo(200 + bottom, 2);
});

it('a shape scaled to zero width has no box', async () => {
  const { box, painted } = await boxesOf(
    stillProject(
      { one: { kind: 'circle', state: { x: 200, y: 200, scaleX: 0 } } },
      { width: side, height: side, background: 'none' },
    ),
  );
  expect({ box, painted }).toEqual({ box: null, painted: null });
});

it("an object's box does not include its glow", async () => {
  const made = (effect: 'none' | 'glow') =>
    stillProject(
      { one: { kind: 'circle', state: { x: 200, y: 200, effect } } },
      { width: side, height: side, background: 'none' },
    );
  const { box, painted } = await boxesOf(made('glow'));
  expect(box).toEqual((await boxesOf(made('none'))).box);
  expect(painted?.left).toBeLessThan((box?.left ?? 0) - 4);
});
