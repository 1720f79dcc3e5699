import { describe, expect, it } from 'vitest';
import {
  audioTrack,
  composition,
  object,
  project,
  scene,
  state,
} from '../../../../test/support/project-parts.ts';
import { specifiedCapabilities } from '../../../../test/support/specified-capabilities.ts';
import type { SceneObject } from '../../src/project/object-schemas.ts';
import type { AudioTrack, CompositionState, Project } from '../../src/project/schema.ts';
import { capabilities } from '../../src/render/capabilities.ts';
import { render } from '../../src/render/render.ts';
import { inspectInWords as inspect } from './inspect-in-words.ts';

function stage(
  objects: SceneObject[],
  states: Record<string, CompositionState> = {},
  audioTracks: AudioTrack[] = [],
  durationMs = 1000,
): Project {
  const compositions = [composition('still', durationMs, states)];
  return project(scene('scene', { objects, compositions, audioTracks }));
}

/** An audible track, whose sound an inspection does not decode. */
function audible(id: string, src: string, mime: 'audio/wav' | 'audio/mpeg' = 'audio/wav'): AudioTrack {
  const silent = audioTrack(id, 0, 500);
  return { ...silent, muted: false, volume: 1, asset: { ...silent.asset, src, mime } };
}

const wav = 'data:audio/wav;base64,AAAA';
const png = 'data:image/png;base64,AAAA';

function image(id: string, src: string): SceneObject {
  return object(id, { kind: 'image', image: { src, width: 10, height: 10 } });
}

const video = object('clip', {
  kind: 'video',
  media: {
    src: 'data:video/mp4;base64,AAAA',
    mime: 'video/mp4',
    duration: 1000,
    hasAudio: false,
    width: 32,
    height: 18,
  },
  playback: { start: 0, offset: 0, duration: 1000 },
});

describe('an inspection', () => {
  it("inspect describes a project's scenes, duration, size and audible tracks", async () => {
    const input = project(
      scene('first', { compositions: [composition('still', 400)], audioTracks: [audible('voice', wav)] }),
      { ...scene('second', { compositions: [composition('still', 1100.5)] }), width: 999, height: 7 },
    );
    // The first scene lasts as long as its sound, 500 ms.
    expect(await inspect(input)).toEqual({
      blocking: [],
      name: 'test',
      scenes: 2,
      durationMs: 1600.5,
      width: 320,
      height: 180,
      audibleTracks: 1,
      issues: [],
      capabilities,
    });
  });

  it('inspect yields to the event loop between texts', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `text${index}`);
    const input = stage(
      ids.map((id) => object(id, { kind: 'text' })),
      Object.fromEntries(ids.map((id) => [id, state({ text: id })])),
    );
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await inspect(input);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(ids.length);
  });

  it('capabilities list the formats and limits of the service', () => {
    expect(capabilities).toEqual(specifiedCapabilities);
  });

  it('inspect counts only audible tracks', async () => {
    const tracks = [
      audible('heard', wav),
      { ...audible('muted', wav), muted: true },
      { ...audible('quiet', wav), volume: 0 },
      { ...audible('short', wav), duration: 0 },
    ];
    expect((await inspect(stage([], {}, tracks))).audibleTracks).toBe(1);
  });

  it("inspect checks a still's options for a project that is too long for a film", async () => {
    const long = stage([], {}, [], 60_001);
    await expect(inspect(long, { timeMs: 60_002 })).rejects.toMatchObject({
      code: 'invalid-option',
      message: "timeMs must lie inside the project's duration of 60001 ms, but is 60002",
    });
    expect((await inspect(long, { timeMs: 60_001 })).issues).toHaveLength(1);
  });

  it('inspect rejects an invalid project', async () => {
    await expect(inspect('{')).rejects.toMatchObject({ code: 'invalid-project' });
    await expect(inspect({ ...stage([]), name: 'x'.repeat(101) })).rejects.toMatchObject({
      code: 'invalid-project',
      message: expect.stringContaining('name'),
    });
  });
});

const allFormats = ['svg', 'png', 'mp4'] as const;

describe('an issue', () => {
  const shown = { x: state({ text: 'x' }) };

  it.each<{ what: string; input: Project; issue: RegExp; blocks: readonly string[] }>([
    {
      what: 'video',
      input: stage([video]),
      issue: /^scenes\.scene\.objects\.clip: video is not supported; use an image instead$/,
      blocks: allFormats,
    },
    {
      what: 'a WebP image',
      input: stage([image('logo', 'data:image/webp;base64,AAAA')]),
      issue: /^scenes\.scene\.objects\.logo\.image: .*image\/webp.*; embed a PNG or JPEG$/,
      blocks: allFormats,
    },
    {
      what: 'an image on another site',
      input: stage([image('logo', 'https://example.com/logo.png')]),
      issue: /^scenes\.scene\.objects\.logo\.image: .*https:\/\/example\.com\/logo\.png.*; /,
      blocks: allFormats,
    },
    {
      what: 'an image on the same site',
      input: stage([image('logo', '/assets/logo.png')]),
      issue: /^scenes\.scene\.objects\.logo\.image: .*\/assets\/logo\.png.*; /,
      blocks: allFormats,
    },
    {
      what: 'an image that is not base64',
      input: stage([image('logo', 'data:image/png,AAAA')]),
      issue: /^scenes\.scene\.objects\.logo\.image: .*; /,
      blocks: allFormats,
    },
    {
      what: 'audible MP3',
      input: stage([], {}, [audible('voice', 'data:audio/mpeg;base64,AAAA', 'audio/mpeg')]),
      issue: /^scenes\.scene\.audioTracks\.voice\.asset: .*audio\/mpeg.*; embed PCM WAV, or mute the track$/,
      blocks: ['mp4'],
    },
    {
      what: 'audio on another site',
      input: stage([], {}, [audible('voice', 'https://example.com/voice.wav')]),
      issue: /^scenes\.scene\.audioTracks\.voice\.asset: .*example\.com.*; /,
      blocks: ['mp4'],
    },
    {
      what: '33 audible tracks',
      input: stage(
        [],
        {},
        Array.from({ length: 33 }, (_, index) => audible(`track${index}`, wav)),
      ),
      issue: /^project: has 33 audible tracks, but at most 32 .*; mute or remove some$/,
      blocks: ['mp4'],
    },
    {
      what: 'a project longer than a minute',
      input: stage([], {}, [], 60_001),
      issue: /^project: .*60001 ms.*60000 ms; .*stills still work$/,
      blocks: ['mp4'],
    },
    {
      what: 'a project of 0 ms',
      input: stage([], {}, [], 0),
      issue: /^project: .*0 ms.*stills still work$/,
      blocks: ['mp4'],
    },
    {
      what: 'TeX that does not parse',
      input: stage([object('x', { kind: 'equation' })], { x: state({ text: '\\frac{1}{' }) }),
      issue: /^warning: scenes\.scene\.compositions\.still\.states\.x\.text: the TeX does not parse .*; /,
      blocks: [],
    },
    {
      what: 'characters that no font has',
      input: stage([object('x', { kind: 'text' })], { x: state({ text: 'a\u{1BC00}' }) }),
      issue:
        /^warning: scenes\.scene\.compositions\.still\.states\.x\.text: no bundled font has .*U\+1BC00.*; /,
      blocks: [],
    },
  ])('inspect reports $what', async ({ input, issue, blocks }) => {
    for (const format of allFormats) {
      const { blocking, ...inspection } = await inspect(input, { format });
      expect(inspection.issues).toEqual([expect.stringMatching(issue)]);
      expect(blocking).toEqual(blocks.includes(format) ? inspection.issues : []);
    }
  });

  it.each([
    { what: 'muted MP3', input: stage([], {}, [{ ...audible('voice', '', 'audio/mpeg'), muted: true }]) },
    {
      what: '32 audible tracks',
      input: stage(
        [],
        {},
        Array.from({ length: 32 }, (_, index) => audible(`track${index}`, wav)),
      ),
    },
    { what: 'a project of one minute', input: stage([], {}, [], 60_000) },
    { what: 'a picture that cannot be decoded', input: stage([image('logo', png)]) },
    {
      what: 'an invisible equation that does not parse',
      input: stage([object('x', { kind: 'equation' })], { x: state({ text: '\\frac{', visible: false }) }),
    },
    { what: 'ordinary text', input: stage([object('x', { kind: 'text' })], shown) },
  ])('inspect does not report $what', async ({ input }) => {
    expect((await inspect(input, { format: 'mp4' })).blocking).toEqual([]);
    expect((await inspect(input)).issues).toEqual([]);
  });

  it("inspect counts a film's frames at the requested frame rate", async () => {
    const input = stage([], {}, [], 40_000);
    expect((await inspect(input)).issues).toEqual([]);
    const { blocking, ...inspection } = await inspect(input, { format: 'mp4', fps: 60 });
    expect(inspection.issues).toEqual([expect.stringMatching(/^project: .*2400 frames at 60 fps.*1800; /)]);
    expect(blocking).toEqual(inspection.issues);
  });
});

describe('a render of a project with issues', () => {
  it('render rejects with all blocking issues at once', async () => {
    const input = stage([video, image('logo', '/logo.png')], {}, [
      audible('voice', 'data:audio/mpeg;base64,AAAA', 'audio/mpeg'),
    ]);
    const { blocking } = await inspect(input, { format: 'mp4' });
    expect(blocking).toHaveLength(3);
    await expect(render(input, { format: 'mp4' })).rejects.toMatchObject({
      code: 'unsupported',
      message: blocking.join('; '),
    });
    // A still has no sound, so problems of the sound do not matter.
    await expect(render(input)).rejects.toMatchObject({
      code: 'unsupported',
      message: blocking.slice(0, 2).join('; '),
    });
  });

  it('render succeeds despite warnings', async () => {
    const input = stage([object('x', { kind: 'equation' })], {
      x: state({ text: '\\frac{1}{', fontSize: 20 }),
    });
    expect((await render(input)).bytes).toBeGreaterThan(0);
  });

  it('rendering a still ignores sound problems', async () => {
    const input = stage([], {}, [audible('voice', 'https://example.com/voice.wav')]);
    expect((await render(input, { format: 'svg' })).bytes).toBeGreaterThan(0);
  });
});
