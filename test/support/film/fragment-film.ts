import { createFile, Log, MP4BoxBuffer } from '../../tools/mp4box.ts';

/** The pictures of a film in the form that Media Source Extensions require. */
export interface FragmentedTrack {
  /** Media type with its codec. */
  readonly mime: string;
  readonly start: Uint8Array;
  readonly segments: readonly Segment[];
}

export interface Segment {
  /** Number of its first sample. */
  readonly first: number;
  readonly bytes: Uint8Array;
}

/**
 * Cuts the pictures of a film into fragments with mp4box.js, at each sync sample of the film's own table. The samples
 * do not change. Sound is omitted: Chromium's Media Source Extensions do not support MP3 in MP4.
 */
export function fragmentPictures(film: Uint8Array): FragmentedTrack {
  Log.setLogLevel(Log.error);
  const file = createFile(true);
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(film).buffer, 0), true);
  const [{ id, codec }] = file.getInfo().videoTracks;
  file.setSegmentOptions(id, undefined, {});
  const [{ buffer }] = file.initializeSegmentation('per-track');
  const samples = file.getTrackSamplesInfo(id);
  const cuts = samples.flatMap(({ is_sync }, number) => (is_sync ? [number] : []));
  const segments = cuts.map((first, cut): Segment => {
    const last = (cuts[cut + 1] ?? samples.length) - 1;
    // The library creates a stream if none is given, which its types do not allow.
    const stream = file.createFragment(id, first, last, undefined as never);
    if (!stream) throw new Error(`pictures ${first} to ${last} are not all there`);
    return { first, bytes: new Uint8Array(stream.buffer) };
  });
  return { mime: `video/mp4; codecs="${codec}"`, start: new Uint8Array(buffer), segments };
}
