import type { Faults } from './faults.ts';
import type { ParsedFilm, ParsedTrack } from './parse-film.ts';

const upright = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30];

/** Checks the common properties of both tracks: boxes, times and the places of the samples. */
export function checkContainer(film: Uint8Array, parsed: ParsedFilm, faults: Faults): void {
  const { boxes, movie, video, audio } = parsed;
  const tracks = audio ? [video, audio] : [video];
  faults.equal('what begins the file', boxes[0]?.type, 'ftyp');
  const types = boxes.map(({ type }) => type).filter((type) => type !== 'free');
  faults.equal('the order of the boxes', types, ['ftyp', 'moov', 'mdat']);
  for (const [index, { start }] of boxes.entries()) {
    faults.equal(`the start of box ${index}`, start, index === 0 ? 0 : boxes[index - 1].end);
  }
  faults.equal('the end of the last box', boxes.at(-1)?.end, film.length);
  checkPlaces(tracks, boxes.at(-1), faults);
  const { timescale, duration } = movie.mvhd;
  faults.equal("the movie's clock", timescale, video.track.timescale);
  faults.equal("the picture track's edit", video.track.edits, [
    { segment_duration: video.track.duration, media_time: 0, media_rate_integer: 1, media_rate_fraction: 0 },
  ]);
  // The sound's length is rounded up to the movie's clock.
  const surplus = duration - video.track.duration;
  faults.demand(surplus === 0 || (audio !== undefined && surplus === 1), `the movie is longer by ${surplus}`);
  for (const { track, samples, box } of tracks) {
    const kind = track.type;
    const edits = track.edits ?? [];
    faults.equal(`the number of edits of the ${kind} track`, edits.length, 1);
    faults.equal(
      `the rate of the ${kind} track's edit`,
      [edits[0]?.media_rate_integer, edits[0]?.media_rate_fraction],
      [1, 0],
    );
    faults.equal(`the ${kind} track's length in the movie`, track.movie_duration, edits[0]?.segment_duration);
    faults.demand(
      duration - track.movie_duration <= 1,
      `the ${kind} track ends at ${track.movie_duration} of ${duration}`,
    );
    faults.equal(`the ${kind} track's flags (enabled, in the movie)`, box.tkhd.flags, 3);
    faults.equal(`the ${kind} track's matrix`, [...track.matrix], upright);
    let time = 0;
    for (const [index, sample] of samples.entries()) {
      faults.equal(`the time of ${kind} sample ${index}`, [sample.dts, sample.cts], [time, time]);
      faults.demand(sample.duration > 0, `${kind} sample ${index} lasts ${sample.duration}`);
      faults.demand(sample.size > 0, `${kind} sample ${index} is empty`);
      time += sample.duration;
    }
    faults.equal(`the ${kind} samples' durations together`, time, track.duration);
  }
}

/** The samples of all tracks fill the media data without a gap or an overlap, whatever their order. */
function checkPlaces(
  tracks: readonly ParsedTrack[],
  media: ParsedFilm['boxes'][number] | undefined,
  faults: Faults,
): void {
  const samples = tracks.flatMap((track) => track.samples).sort((one, other) => one.offset - other.offset);
  let at = (media?.start ?? 0) + 8;
  for (const [index, { offset, size }] of samples.entries()) {
    faults.equal(`the place of sample ${index} in the file`, offset, at);
    at = offset + size;
  }
  faults.equal('the end of the last sample', at, media?.end);
}
