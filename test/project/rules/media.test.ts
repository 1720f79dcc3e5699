import { describe, expect, it } from 'vitest';
import { absent, problemsWith, sampleProject } from '../sample.ts';

const picture = 'scenes.intro.objects.picture';
const clip = 'scenes.intro.objects.clip';
const voice = 'scenes.intro.audioTracks.voice';

describe('objects', () => {
  it('of kind image have an image', { tags: ['validity.image'] }, () => {
    expect(problemsWith({ [`${picture}.image`]: absent })).toEqual([
      `${picture}.image: is required by kind image`,
    ]);
  });

  it('of kind video have media and playback', { tags: ['validity.video'] }, () => {
    expect(problemsWith({ [`${clip}.media`]: absent })).toEqual([`${clip}.media: is required by kind video`]);
    expect(problemsWith({ [`${clip}.playback`]: absent })).toEqual([
      `${clip}.playback: is required by kind video`,
    ]);
  });

  it('of kind video have media of a video type with a size', { tags: ['validity.video'] }, () => {
    const { media } = sampleProject().scenes.intro.objects.clip;
    const sound = { ...media, mime: 'audio/wav', src: '', width: undefined, height: undefined };
    expect(problemsWith({ [`${clip}.media`]: sound })).toEqual([
      `${clip}.media.mime: must be a video type for kind video, but is "audio/wav"`,
      `${clip}.media.width: is required by kind video`,
      `${clip}.media.height: is required by kind video`,
    ]);
  });

  it('of kind video play within their media, with 1 ms of tolerance', {
    tags: ['validity.video.span'],
  }, () => {
    expect(problemsWith({ [`${clip}.playback.offset`]: 500.5 })).toEqual([
      `${clip}.playback: offset + duration (1001.5) exceeds the media's duration (1000)`,
    ]);
  });

  it('of other kinds need none of these, but their media must be valid', () => {
    expect(problemsWith({ [`${clip}.kind`]: 'circle', [`${clip}.playback.offset`]: 9999 })).toEqual([]);
    expect(problemsWith({ [`${clip}.kind`]: 'circle', [`${clip}.media.duration`]: 0 })).toEqual([
      `${clip}.media.duration: must be greater than 0, but is 0`,
    ]);
  });

  it('may have an image of any source', () => {
    for (const src of ['https://a.example/b.png', '/b.png', 'data:image/webp;base64,AAAA', 'data:', '']) {
      expect(problemsWith({ [`${picture}.image.src`]: src })).toEqual([]);
    }
  });
});

describe('audio tracks', () => {
  it('have an asset with sound', { tags: ['validity.audio.sound'] }, () => {
    expect(problemsWith({ [`${voice}.asset.hasAudio`]: false })).toEqual([
      `${voice}.asset.hasAudio: must be true in an audio track, but is false`,
    ]);
  });

  it('play within their asset, with 1 ms of tolerance', { tags: ['validity.audio.span'] }, () => {
    expect(problemsWith({ [`${voice}.duration`]: 1002 })).toEqual([
      `${voice}: offset + duration (2002) exceeds the asset's duration (2000)`,
    ]);
    const third = { [`${voice}.asset.duration`]: 0.1 + 0.2, [`${voice}.offset`]: 0.3 };
    expect(problemsWith({ ...third, [`${voice}.duration`]: 1 })).toEqual([]);
  });

  it('have an asset with a duration above 0', { tags: ['validity.media.duration'] }, () => {
    expect(
      problemsWith({
        [`${voice}.asset.duration`]: 0,
        [`${voice}.offset`]: 0,
        [`${voice}.duration`]: 1,
      }),
    ).toEqual([`${voice}.asset.duration: must be greater than 0, but is 0`]);
  });
});

describe('data URLs of media', () => {
  it.each(['data:audio/wav;base64,', 'DATA:Audio/X-WAV;base64,AA', 'data:audio/wave;codecs=1;base64,AA'])(
    'carry the declared mime: %s',
    { tags: ['validity.media.data-url', 'validity.media.aliases'] },
    (src) => {
      expect(problemsWith({ [`${voice}.asset.src`]: src })).toEqual([]);
    },
  );

  it.each([
    ['data:audio/mpeg;base64,AA', 'carries "audio/mpeg"'],
    ['data:;base64,AA', 'carries "text/plain"'],
    ['data:audio/wav;base64', 'has no comma after its header'],
  ])('must not carry another mime: %s', { tags: ['validity.media.data-url'] }, (src, seen) => {
    expect(problemsWith({ [`${voice}.asset.src`]: src })).toEqual([
      `${voice}.asset.src: must be a data URL of the declared mime "audio/wav", but ${seen}`,
    ]);
  });

  it('are not required', () => {
    for (const src of ['', 'https://a.example/b.wav', '/media/b.mp3', 'blob:1']) {
      expect(problemsWith({ [`${voice}.asset.src`]: src })).toEqual([]);
    }
  });
});
