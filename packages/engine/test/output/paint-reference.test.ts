// @module-tag chromium

import { afterAll, describe, it } from 'vitest';
import { type ObjectSpec, quarteredImage, stillProject } from '../../../../test/support/build-project.ts';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import type { CompositionState, GradientField, Project } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';

const size = { width: 640, height: 360 };
const ground = '#f4f1ea';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

function film(objects: Readonly<Record<string, ObjectSpec>>): Project {
  return { ...stillProject(objects, { ...size, background: ground }), extended: true };
}

/** Checks that our PNG, our SVG in Chromium and the same in CSS show the same picture. */
async function demandSameAsCss(project: Project, body: string, name: string): Promise<void> {
  const png = await render(project, { format: 'png' });
  const svg = await render(project, { format: 'svg' });
  const ours = await decodePng(png.data);
  await demandSamePicture(ours, await browser.draw(svg.data, svg), `${name} in SVG`);
  const page = `<div style="left:0;top:0;width:640px;height:360px;background:${ground};overflow:hidden">${body}</div>`;
  await demandSamePicture(ours, await browser.drawHtml(page, size), `${name} in CSS`);
}

const box = { x: 320, y: 180, width: 360, height: 200, fill: '#1d4ed8', strokeWidth: 0 };
const place = 'left:140px;top:80px;width:360px;height:200px;';

const gradients: readonly { readonly css: string; readonly gradient: GradientField }[] = [
  {
    css: 'linear-gradient(90deg, #1d4ed8, #7c3aed 60%, #f472b6)',
    gradient: {
      type: 'linear',
      angle: 90,
      stops: [
        [0, '#1d4ed8'],
        [0.6, '#7c3aed'],
        [1, '#f472b6'],
      ],
    },
  },
  {
    css: 'linear-gradient(#facc15, #ef4444)',
    gradient: {
      type: 'linear',
      stops: [
        [0, '#facc15'],
        [1, '#ef4444'],
      ],
    },
  },
  {
    css: 'linear-gradient(-30deg, #00000000, #ef4444)',
    gradient: {
      type: 'linear',
      angle: -30,
      stops: [
        [0, '#00000000'],
        [1, '#ef4444'],
      ],
    },
  },
  {
    css: 'linear-gradient(217deg, #ff0000cc, #ff000000 70%)',
    gradient: {
      type: 'linear',
      angle: 217,
      stops: [
        [0, '#ff0000cc'],
        [0.7, '#ff000000'],
      ],
    },
  },
  {
    css: 'linear-gradient(90deg, #e66465 30%, #9198e5 30%)',
    gradient: {
      type: 'linear',
      angle: 90,
      stops: [
        [0.3, '#e66465'],
        [0.3, '#9198e5'],
      ],
    },
  },
  {
    css: 'radial-gradient(#e66465, #9198e5)',
    gradient: {
      type: 'radial',
      stops: [
        [0, '#e66465'],
        [1, '#9198e5'],
      ],
    },
  },
  {
    css: 'radial-gradient(at 20% 30%, #fde68a, #0f766e 70%, #00000000)',
    gradient: {
      type: 'radial',
      center: [0.2, 0.3],
      stops: [
        [0, '#fde68a'],
        [0.7, '#0f766e'],
        [1, '#00000000'],
      ],
    },
  },
  {
    css: 'radial-gradient(circle at 70% 40%, #ffffff, #312e81)',
    gradient: {
      type: 'radial',
      shape: 'circle',
      center: [0.7, 0.4],
      stops: [
        [0, '#ffffff'],
        [1, '#312e81'],
      ],
    },
  },
  {
    css: 'radial-gradient(circle 100px, #ffffff, #312e81)',
    gradient: {
      type: 'radial',
      shape: 'circle',
      radius: 0.5,
      stops: [
        [0, '#ffffff'],
        [1, '#312e81'],
      ],
    },
  },
];

describe('gradients', () => {
  it.each(gradients)('a rectangle with $css looks as in CSS', async ({ css, gradient }) => {
    const state = { ...box, cornerRadius: 30, fillGradient: gradient };
    const body = `<div style="${place}border-radius:30px;background:${css}"></div>`;
    await demandSameAsCss(film({ box: { kind: 'rectangle', state } }), body, css);
  });

  it.each(gradients)('a turned ellipse with $css looks as in CSS', async ({ css, gradient }) => {
    const state = { ...box, rotation: 20, fillGradient: gradient };
    const body = `<div style="${place}border-radius:50%;transform:rotate(20deg);background:${css}"></div>`;
    await demandSameAsCss(film({ box: { kind: 'circle', state } }), body, css);
  });

  // The last one has a length in pixels, of which the scene has another share.
  it.each(gradients.slice(0, -1))(
    'the background of a scene with $css looks as in CSS',
    async ({ css, gradient }) => {
      const made = film({});
      const [scene] = Object.values(made.scenes);
      if (scene) scene.backgroundGradient = gradient;
      await demandSameAsCss(
        made,
        `<div style="left:0;top:0;width:640px;height:360px;background:${css}"></div>`,
        css,
      );
    },
  );
});

const shadows: readonly { readonly css: string; readonly shadow: NonNullable<CompositionState['shadow']> }[] =
  [
    { css: '0 12px 40px #00000066', shadow: { x: 0, y: 12, blur: 40, color: '#00000066' } },
    { css: '8px -6px 0 #ef4444', shadow: { x: 8, y: -6, blur: 0, color: '#ef4444' } },
    { css: '0 0 3px #000000', shadow: { x: 0, y: 0, blur: 3, color: '#000000' } },
    { css: '0 30px 120px #000000', shadow: { x: 0, y: 30, blur: 120, color: '#000000' } },
    {
      css: '0 2px 6px #00000080, 0 24px 60px #1d4ed8, -60px 0 0 #facc15',
      shadow: [
        { x: 0, y: 2, blur: 6, color: '#00000080' },
        { x: 0, y: 24, blur: 60, color: '#1d4ed8' },
        { x: -60, y: 0, blur: 0, color: '#facc15' },
      ],
    },
  ];

describe('shadows and blurs', () => {
  it.each(shadows)('a rectangle with the shadow $css looks as in CSS', async ({ css, shadow }) => {
    const body = `<div style="${place}border-radius:24px;background:#1d4ed8;box-shadow:${css}"></div>`;
    const state = { ...box, cornerRadius: 24, shadow };
    await demandSameAsCss(film({ box: { kind: 'rectangle', state } }), body, css);
  });

  it.each([1.2, 2, 8, 16, 40])('a rectangle with a blur of %s looks as in CSS', async (blur) => {
    const body = `<div style="${place}background:#1d4ed8;filter:blur(${blur}px)"></div>`;
    await demandSameAsCss(
      film({ box: { kind: 'rectangle', state: { ...box, blur } } }),
      body,
      `blur ${blur}`,
    );
  });

  it('a translucent circle has a shadow of what it paints, which follows its opacity', async () => {
    const state = {
      ...box,
      fill: '#1d4ed880',
      opacity: 0.8,
      shadow: { x: 20, y: 20, blur: 20, color: '#000000' },
    };
    const body = `<div style="${place}border-radius:50%;background:#1d4ed880;opacity:.8;filter:drop-shadow(20px 20px 10px #000)"></div>`;
    await demandSameAsCss(film({ box: { kind: 'circle', state } }), body, 'translucent');
  });

  it('a layer has a shadow of its members together, and its blur', async () => {
    const member = { kind: 'circle' as const, layerId: 'group' };
    const project = film({
      group: {
        kind: 'layer',
        state: { shadow: { x: 0, y: 16, blur: 24, color: '#000000a0' }, opacity: 0.7 },
      },
      one: { ...member, state: { ...box, x: 260, width: 200, fill: '#ef4444' } },
      other: { ...member, state: { ...box, x: 380, width: 200, fill: '#facc15' } },
    });
    const circle = 'top:80px;width:200px;height:200px;border-radius:50%;';
    const body = `<div style="width:640px;height:360px;opacity:.7;filter:drop-shadow(0 16px 12px #000000a0)"><div style="${circle}left:160px;background:#ef4444"></div><div style="${circle}left:280px;background:#facc15"></div></div>`;
    await demandSameAsCss(project, body, 'layer');
  });
});

describe('clips', () => {
  it('an object is painted only inside the outline of a hidden one', async () => {
    const project = film({
      hole: { kind: 'circle', state: { ...box, x: 360, width: 200, visible: false } },
      box: { kind: 'rectangle', state: { ...box, clip: 'hole' } },
    });
    const body = `<div style="${place}background:#1d4ed8;clip-path:circle(100px at 220px 100px)"></div>`;
    await demandSameAsCss(project, body, 'hidden clip');
  });

  it('a picture is clipped to a turned rectangle, which has its own place, and has a shadow of its own', async () => {
    const project = film({
      hole: { kind: 'rectangle', state: { ...box, rotation: 15, width: 300, height: 160, visible: false } },
      picture: {
        kind: 'image',
        image: quarteredImage(40, 30),
        state: { ...box, clip: 'hole', shadow: { x: 10, y: 10, blur: 16, color: '#000000' } },
      },
    });
    const { src } = quarteredImage(40, 30);
    const turn = `transform:rotate(15deg)`;
    const body = `<div style="width:640px;height:360px;filter:drop-shadow(10px 10px 8px #000)"><div style="left:170px;top:100px;width:300px;height:160px;overflow:hidden;${turn}"><img src="${src}" style="left:-30px;top:-20px;width:360px;height:200px;transform:rotate(-15deg)"></div></div>`;
    await demandSameAsCss(project, body, 'clipped picture');
  });

  it('letters clip as their outlines', async () => {
    const project = film({
      word: {
        kind: 'text',
        state: { x: 320, y: 180, text: 'CLIP', fontSize: 150, fontWeight: 700, visible: false },
      },
      box: { kind: 'rectangle', state: { ...box, clip: 'word' } },
    });
    const filled = film({
      word: {
        kind: 'text',
        state: {
          x: 320,
          y: 180,
          text: 'CLIP',
          fontSize: 150,
          fontWeight: 700,
          fill: '#1d4ed8',
          strokeWidth: 0,
        },
      },
    });
    const [ours, theirs] = await Promise.all(
      [project, filled].map(async (one) => decodePng((await render(one, { format: 'png' })).data)),
    );
    if (ours && theirs) await demandSamePicture(ours, theirs, 'letters');
    const svg = await render(project, { format: 'svg' });
    if (theirs) await demandSamePicture(await browser.draw(svg.data, svg), theirs, 'letters in SVG');
  });
});

describe('images in their box', () => {
  const image = quarteredImage(60, 30);
  const fits: readonly { readonly css: string; readonly state: Partial<CompositionState> }[] = [
    { css: 'object-fit:cover', state: { fit: 'cover' } },
    { css: 'object-fit:cover;object-position:20% 50%', state: { fit: 'cover', focus: [0.2, 0.5] } },
    { css: 'object-fit:contain', state: { fit: 'contain' } },
    { css: 'object-fit:contain;object-position:50% 100%', state: { fit: 'contain', focus: [0.5, 1] } },
  ];

  it.each(fits)('an image fits its box as with $css', async ({ css, state }) => {
    const project = film({
      picture: {
        kind: 'image',
        image,
        state: { ...box, height: 300, ...state },
      },
    });
    const body = `<img src="${image.src}" style="left:140px;top:30px;width:360px;height:300px;${css}">`;
    await demandSameAsCss(project, body, css);
  });

  it('an image with a zoom and rounded corners shows its focus larger', async () => {
    const zoomed = { ...box, cornerRadius: 40, fit: 'cover' as const, focus: [1, 0], zoom: 2.5 };
    const project = film({ picture: { kind: 'image', image, state: zoomed } });
    const body = `<div style="${place}border-radius:40px;overflow:hidden"><img src="${image.src}" style="right:0;top:0;width:1000px;height:500px"></div>`;
    await demandSameAsCss(project, body, 'zoom');
  });
});
