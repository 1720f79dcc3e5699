import { createFile, Log, MP4BoxBuffer, type Sample, type Track } from '../../tools/mp4box.ts';

/** A sample with its bytes. */
export interface ParsedSample extends Pick<Sample, 'offset' | 'size' | 'dts' | 'cts' | 'duration'> {
  readonly isSync: boolean;
  readonly bytes: Uint8Array;
}

type Boxes = ReturnType<typeof createFile>['moov'];

export interface ParsedTrack {
  readonly track: Track;
  readonly samples: readonly ParsedSample[];
  readonly box: Boxes['traks'][number];
}

export interface ParsedFilm {
  /** Types of the file's boxes with their beginnings and ends, in order. */
  readonly boxes: readonly { readonly type: string; readonly start: number; readonly end: number }[];
  readonly movie: Boxes;
  readonly video: ParsedTrack;
  readonly audio: ParsedTrack | undefined;
}

/**
 * Reads a film with mp4box.js, which shares no code with FFmpeg. Throws an Error for a file that it cannot read or that
 * has unexpected tracks.
 */
export function parseFilm(film: Uint8Array): ParsedFilm {
  // By default, mp4box.js logs everything to the console.
  Log.setLogLevel(Log.error);
  const file = createFile(true);
  const errors: string[] = [];
  file.onError = (module, message) => errors.push(`${module}: ${message}`);
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(film).buffer, 0), true);
  file.flush();
  if (errors.length > 0) throw new Error(`mp4box.js cannot read the film: ${errors.join('; ')}`);
  const { tracks, isFragmented } = file.getInfo();
  if (isFragmented) throw new Error('the film is in fragments');
  const kinds = tracks.map(({ type }) => type).join(' and ');
  if (kinds !== 'video' && kinds !== 'video and audio') throw new Error(`the film has tracks of ${kinds}`);
  const parse = (track: Track, index: number): ParsedTrack => {
    const box = file.moov.traks[index];
    const durations = durationsIn(box.mdia.minf.stbl.stts);
    const samples = file.getTrackSamplesInfo(track.id).map((sample, number) => ({
      ...sample,
      duration: durations[number] ?? 0,
      isSync: sample.is_sync,
      bytes: film.subarray(sample.offset, sample.offset + sample.size),
    }));
    return { track, box, samples };
  };
  const [video, audio] = tracks.map(parse);
  const boxes = file.boxes.map(({ type = '', start = 0, size }) => ({ type, start, end: start + size }));
  return { boxes, movie: file.moov, video, audio };
}

/**
 * The durations in the table. mp4box.js itself changes the last one so that it ends at the declared end of the track.
 */
function durationsIn(table: Boxes['traks'][number]['mdia']['minf']['stbl']['stts']): number[] {
  return table.sample_counts.flatMap((count, run) => Array(count).fill(table.sample_deltas[run]));
}
