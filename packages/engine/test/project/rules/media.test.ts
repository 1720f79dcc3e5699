import { describe, expect, it } from 'vitest';
import { absent, problemsWith, sampleProject } from '../sample.ts';

const picture = 'scenes.intro.objects.picture';
const clip = 'scenes.intro.objects.clip';
const voice = 'scenes.intro.audioTracks.voice';

describe('image and video object rules', () => {
  it('requires an image in an object of kind image', () => {
    expect(problemsWith({ [`${picture}.image`]: absent })).toEqual([
      `${picture}.image: is required for kind image`,
    ]);
  });

  it('checks the outlines of a drawing, and not what is broken anyway', () => {
    const shape = { d: 'M0 0L9 9', fill: '#ff0000' };
    const drawing = (...shapes: unknown[]) => ({
      extended: true,
      [`${picture}.vector`]: { width: 9, height: 9, shapes },
    });
    const place = `${picture}.vector.shapes`;
    expect(problemsWith(drawing(shape))).toEqual([]);
    expect(problemsWith(drawing(...Array(501).fill(shape)))).toEqual([
      `${place}: must be an array of 1 to 500 items, but is an array of 501 items`,
    ]);
    expect(problemsWith(drawing())).toEqual([
      `${place}: must be an array of 1 to 500 items, but is an array of 0 items`,
    ]);
    expect(problemsWith(drawing(null, { ...shape, d: 5 }, { ...shape, fill: 'x' }))).toEqual([
      `${place}[0]: must be an object, but is null`,
      `${place}[1].d: must be a string of at most 100000 characters (UTF-16 units), but is 5`,
      `${place}[2].fill: must be a color (none, transparent, #rgb, #rrggbb or #rrggbbaa), but is "x"`,
    ]);
  });

  it('requires media and playback in an object of kind video', () => {
    expect(problemsWith({ [`${clip}.media`]: absent })).toEqual([
      `${clip}.media: is required for kind video`,
    ]);
    expect(problemsWith({ [`${clip}.playback`]: absent })).toEqual([
      `${clip}.playback: is required for kind video`,
    ]);
  });

  it('requires a video type, width and height for the media of an object of kind video', () => {
    const { media } = sampleProject().scenes.intro.objects.clip;
    const sound = { ...media, mime: 'audio/wav', src: '', width: undefined, height: undefined };
    expect(problemsWith({ [`${clip}.media`]: sound })).toEqual([
      `${clip}.media.mime: must be a video type for kind video, but is "audio/wav"`,
      `${clip}.media.width: is required for kind video`,
      `${clip}.media.height: is required for kind video`,
    ]);
  });

  it("refuses a video's playback more than 1 ms beyond the end of its media", () => {
    expect(problemsWith({ [`${clip}.playback.offset`]: 500.5 })).toEqual([
      `${clip}.playback: offset + duration (1001.5) exceeds the media's duration (1000)`,
    ]);
  });

  it('ignores the playback span of a circle with media', () => {
    expect(problemsWith({ [`${clip}.kind`]: 'circle', [`${clip}.playback.offset`]: 9999 })).toEqual([]);
    expect(problemsWith({ [`${clip}.kind`]: 'circle', [`${clip}.media.duration`]: 0 })).toEqual([]);
  });

  it('validation accepts any string as the src of an image', () => {
    for (const src of ['https://a.example/b.png', '/b.png', 'data:image/webp;base64,AAAA', 'data:', '']) {
      expect(problemsWith({ [`${picture}.image.src`]: src })).toEqual([]);
    }
  });
});

describe('audio track rules', () => {
  it('refuses an audio track whose asset has no sound', () => {
    expect(problemsWith({ [`${voice}.asset.hasAudio`]: false })).toEqual([
      `${voice}.asset.hasAudio: must be true in an audio track, but is false`,
    ]);
  });

  it('refuses an audio track that plays more than 1 ms beyond the end of its asset', () => {
    expect(problemsWith({ [`${voice}.duration`]: 1002 })).toEqual([
      `${voice}: offset + duration (2002) exceeds the asset's duration (2000)`,
    ]);
    const third = { [`${voice}.asset.duration`]: 0.1 + 0.2, [`${voice}.offset`]: 0.3 };
    expect(problemsWith({ ...third, [`${voice}.duration`]: 1 })).toEqual([]);
  });

  it('accepts an audio track whose asset has a duration of 0', () => {
    expect(
      problemsWith({
        [`${voice}.asset.duration`]: 0,
        [`${voice}.offset`]: 0,
        [`${voice}.duration`]: 1,
      }),
    ).toEqual([]);
  });
});

describe('media data URLs', () => {
  it.each(['data:audio/wav;base64,', 'DATA:Audio/X-WAV;base64,AA', 'data:audio/wave;codecs=1;base64,AA'])(
    'accepts a media data URL of the declared mime: %s',
    (src) => {
      expect(problemsWith({ [`${voice}.asset.src`]: src })).toEqual([]);
    },
  );

  it.each([
    ['data:audio/mpeg;base64,AA', 'has the type "audio/mpeg"'],
    ['data:;base64,AA', 'has the type "text/plain"'],
    ['data:audio/wav;base64', 'has no comma after its header'],
  ])('refuses a media data URL that does not match the declared mime: %s', (src, seen) => {
    expect(problemsWith({ [`${voice}.asset.src`]: src })).toEqual([
      `${voice}.asset.src: must be a data URL of the declared mime "audio/wav", but ${seen}`,
    ]);
  });

  it('validation accepts a media src that is not a data URL', () => {
    for (const src of ['', 'https://a.example/b.wav', '/media/b.mp3', 'blob:1']) {
      expect(problemsWith({ [`${voice}.asset.src`]: src })).toEqual([]);
    }
  });
});
