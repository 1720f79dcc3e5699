import { describe, expect, it } from 'vitest';
import { checkedFilm } from '../../../../test/support/film/check-film.ts';
import { audioTrack, composition, object, project, scene } from '../../../../test/support/project-parts.ts';
import { silence, wavUrl } from '../../../../test/support/wav-writer.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import type { AudioTrack, Project } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';

const mimes = [
  'audio/mpeg',
  'audio/ogg',
  'audio/flac',
  'audio/mp4',
  'audio/webm',
  'video/mp4',
  'video/webm',
] as const;

/** A film of half a second with one audible track. */
function heard(asset: Partial<AudioTrack['asset']>): Project {
  const track = audioTrack('voice', 0, 400);
  const audible = { ...track, muted: false, volume: 1, asset: { ...track.asset, ...asset } };
  const one = scene('scene', { compositions: [composition('still', 500)], audioTracks: [audible] });
  return project({ ...one, width: 64, height: 36 });
}

function demandValid(input: Project): void {
  expect(parseProject(input)).toMatchObject({ ok: true });
}

describe('media that the schema admits', () => {
  it.each(mimes)('render and inspect reject %s as sound', async (mime) => {
    for (const src of [`data:${mime};base64,AAAA`, 'https://example.com/sound']) {
      const input = heard({ mime, src });
      demandValid(input);
      const place = expect.stringMatching(/^scenes\.scene\.audioTracks\.voice\.asset: .+; .+/);
      expect((await inspect(input)).issues).toEqual([place]);
      await expect(render(input, { format: 'mp4' })).rejects.toMatchObject({
        code: 'unsupported',
        message: place,
      });
    }
  });

  it('render accepts audio/wav as sound', { tags: 'ffmpeg' }, async () => {
    const src = wavUrl({ sampleRate: 8000, frames: 4000, channels: [silence] });
    const film = await checkedFilm(render(heard({ src }), { format: 'mp4' }));
    expect(film).toMatchObject({ audioCodec: 'mp3' });
  });

  it.each(['video/mp4', 'video/webm'] as const)('render rejects %s as a picture', async (mime) => {
    const clip = object('clip', {
      kind: 'video',
      media: { src: `data:${mime};base64,AAAA`, mime, duration: 100, hasAudio: false, width: 8, height: 8 },
      playback: { start: 0, offset: 0, duration: 100 },
    });
    const input = project(scene('scene', { objects: [clip], compositions: [composition('still', 500)] }));
    demandValid(input);
    for (const format of ['svg', 'png', 'mp4'] as const) {
      await expect(render(input, { format })).rejects.toMatchObject({ code: 'unsupported' });
    }
  });
});

describe('a project that cannot be a film', () => {
  it.each([0, 60_001])('a project of %d ms can be inspected and drawn as a still', async (durationMs) => {
    const input = project({
      ...scene('scene', { compositions: [composition('still', durationMs)] }),
      width: 64,
      height: 36,
    });
    expect((await inspect(input)).issues).toEqual([expect.stringContaining('stills still work')]);
    for (const format of ['svg', 'png'] as const) {
      expect((await render(input, { format, timeMs: durationMs })).bytes).toBeGreaterThan(0);
    }
    await expect(render(input, { format: 'mp4' })).rejects.toMatchObject({ code: 'unsupported' });
  });
});
