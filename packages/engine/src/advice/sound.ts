import { showClock } from '../language/written-times.ts';
import { integratedLoudness, toLoudness } from '../media/sound/loudness.ts';
import { type MeasuredSound, type MeasuredTrack, measureTracks } from '../media/sound/measure-tracks.ts';
import { mixRate } from '../media/sound/sound.ts';
import { scheduleSound } from '../media/sound/sound-schedule.ts';
import { rounded } from '../project/numbers.ts';
import type { Fix } from '../project/problem.ts';
import { showPath } from '../project/problem-text.ts';
import { trackIds } from '../project/rules/ducks.ts';
import type { AudioTrack, Project } from '../project/schema.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';

/** Longer films are not listened to: that would take seconds. */
const maxFilmMs = 180_000;
/** Maximum time of all tracks together. */
const maxTracksMs = 900_000;

/** A track that can be heard, as it is written and as it is measured. */
interface HeardTrack extends MeasuredTrack {
  readonly id: string;
  readonly scene: string;
  readonly written: AudioTrack;
  readonly isVoice: boolean;
  /** Integrated loudness in LUFS. */
  readonly loudness: number;
}

/** What the rules need. */
interface Listening {
  readonly project: Project;
  readonly timeline: Timeline;
  readonly sound: MeasuredSound;
  readonly tracks: readonly HeardTrack[];
  readonly list: AdviceList;
}

/** Listens to the sound of a film as it is mixed, and advises on its levels. Rejects with the signal's reason. */
export async function adviseOnLevels(
  project: Project,
  timeline: Timeline,
  list: AdviceList,
  signal?: AbortSignal,
): Promise<void> {
  const scheduled = scheduleSound(project, timeline.scenes);
  const tracksMs = scheduled.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  if (scheduled.length === 0 || timeline.durationMs > maxFilmMs || tracksMs > maxTracksMs) return;
  const sound = await measureTracks(scheduled, timeline.durationMs, signal);
  const tracks = sound.tracks.map((measured) => heardTrack(project, measured));
  const listening = { project, timeline, sound, tracks, list };
  adviseOnClipping(listening);
  for (const track of tracks) adviseOnCutOff(track, listening);
  adviseOnNeighbours(listening);
  adviseOnSpeech(listening);
  adviseOnEnd(listening);
}

/** Ids and names of spoken tracks; "invoice" is not one, although it contains "voice". */
const spoken = /(?<!in)voice|narrat|speech|spoken|speaker|dialog|(^|[^a-z])(vo|talk)([^a-z]|$)/i;

function heardTrack(project: Project, measured: MeasuredTrack): HeardTrack {
  const [, scene, , id] = measured.track.path.map(String);
  const tracks = project.scenes[scene].audioTracks ?? {};
  const written = tracks[id];
  const isUnder = Object.values(tracks).some(({ duck }) => duck && trackIds(duck.under).includes(id));
  return {
    ...measured,
    ...{ id, scene, written },
    isVoice: isUnder || spoken.test(id) || spoken.test(written.name),
    loudness: integratedLoudness(measured.steps),
  };
}

function pathOf({ track }: HeardTrack): string {
  return showPath(track.path.slice(0, -1));
}

/** Peaks up to this level over full scale are not heard: 0.5 dB. */
const maxPeak = 10 ** (0.5 / 20);

/** The loudness that video platforms play films at, in LUFS. */
const usualLoudness = -14;

function adviseOnClipping({ project, sound, tracks, list }: Listening): void {
  if (project.loudness !== undefined || sound.peak <= maxPeak) return;
  const at = sound.peakMs;
  const loudest = tracks.toSorted((one, other) => powerAt(other, at) - powerAt(one, at)).at(0);
  if (loudest === undefined) return;
  const over = (20 * Math.log10(sound.peak)).toFixed(1);
  const seen = `the sound clips at ${showClock(at)}: the mix is ${over} dB above full scale, and ${loudest.id} is the loudest there`;
  const advice = {
    rule: 'sound' as const,
    message: `${seen}; lower volumes, or let "loudness" of the film do it`,
  };
  if (project.extended === true)
    list.addWritten({ ...advice, path: 'project', fix: { loudness: usualLoudness } });
  else list.add({ ...advice, path: pathOf(loudest) });
}

/** Sounds that are louder when they stop are cut off, in decibels of full scale. */
const loudEndDb = -40;
const usualFadeMs = 500;

/** Advises on a sound that stops before its source does, while it is loud. */
function adviseOnCutOff(heard: HeardTrack, { project, list }: Listening): void {
  const { written, endDb } = heard;
  const { offset, duration, asset, loop = false, fadeOut = 0 } = written;
  const goesOn = loop || offset + duration < asset.duration - 1;
  if (!goesOn || fadeOut > 0 || endDb < loudEndDb || list.has('sound', pathOf(heard))) return;
  const fix = { fadeOut: Math.round(Math.min(usualFadeMs, duration / 2)) };
  list.add({
    rule: 'sound',
    path: pathOf(heard),
    message: `the sound stops while it is loud (${Math.round(endDb)} dB); let it fade, with "fadeOut"`,
    ...(project.extended === true && { fix }),
  });
}

/** Sounds that are shorter are effects. */
const effectMs = 1500;

/** Sounds that follow each other and differ by more sound like a mistake, in LU. */
const maxStep = 10;

function lengthMs({ heard }: HeardTrack): number {
  return ((heard.to - heard.from) * 1000) / mixRate;
}

/** Advises on a sound that is far louder than the one before or after it. Sounds at the same time may differ. */
function adviseOnNeighbours({ project, tracks, list }: Listening): void {
  const long = tracks.filter((track) => lengthMs(track) >= effectMs && track.loudness > -Infinity);
  const inOrder = long.toSorted((one, other) => one.heard.from - other.heard.from);
  for (const [index, one] of inOrder.entries()) {
    const next = inOrder.slice(index + 1).find(({ heard }) => heard.from >= one.heard.to);
    if (next === undefined || !areNear(project, one, next)) continue;
    const [louder, other] = one.loudness > next.loudness ? [one, next] : [next, one];
    const difference = louder.loudness - other.loudness;
    if (difference < maxStep) continue;
    const { volume, keyframes } = louder.written;
    const lower = rounded(volume * 10 ** (-difference / 20));
    const canLower = keyframes === undefined && lower > 0;
    const side = louder === one ? 'after' : 'before';
    list.add({
      rule: 'sound',
      path: pathOf(louder),
      message: `the sound is ${Math.round(difference)} LU louder than ${other.id} ${side} it; ${canLower ? `lower its volume to ${lower}` : 'lower its volume'}, or make the other louder`,
      ...(canLower && { fix: { volume: lower } }),
    });
  }
}

/** Whether tracks are in the same scene or in scenes that follow each other. */
function areNear({ sceneOrder }: Project, one: HeardTrack, other: HeardTrack): boolean {
  return Math.abs(sceneOrder.indexOf(one.scene) - sceneOrder.indexOf(other.scene)) <= 1;
}

/** A track is heard in steps that are louder, in LUFS. */
const heardLoudness = -50;
/** Music and effects must be so much quieter than a voice to leave it clear, in LU. */
const clearBy = 10;
/** Steps of 100 ms for which music must be heard with a voice. */
const stepsTogether = 10;

/** Advises on music under a voice, and on effects over it. */
function adviseOnSpeech(listening: Listening): void {
  for (const voice of listening.tracks.filter(({ isVoice }) => isVoice)) {
    for (const other of listening.tracks) {
      if (other.isVoice || other.scene !== voice.scene || makesWay(other, voice)) continue;
      if (lengthMs(other) >= effectMs) adviseOnMusic(other, voice, listening);
      else adviseOnEffect(other, voice, listening);
    }
  }
}

function makesWay({ written }: HeardTrack, { id }: HeardTrack): boolean {
  return written.duck !== undefined && trackIds(written.duck.under).includes(id);
}

function adviseOnMusic(music: HeardTrack, voice: HeardTrack, { project, list }: Listening): void {
  const together = stepsOf(voice).filter((step) => isHeardIn(voice, step) && isHeardIn(music, step));
  if (together.length < stepsTogether) return;
  const below = loudnessIn(voice, together) - loudnessIn(music, together);
  if (below >= clearBy) return;
  const { duck } = music.written;
  const under = duck === undefined ? voice.id : [...trackIds(duck.under), voice.id];
  const fix: Fix = { duck: { ...duck, under: [under].flat().length === 1 ? voice.id : under } };
  const level = below < 0 ? `${Math.round(-below)} LU louder` : `only ${Math.round(below)} LU quieter`;
  list.add({
    rule: 'sound',
    path: pathOf(music),
    message: `the sound is ${level} than ${voice.id}, which is heard at the same time; let it make way with "duck", or lower its volume`,
    ...(project.extended === true && { fix }),
  });
}

function adviseOnEffect(effect: HeardTrack, voice: HeardTrack, { list }: Listening): void {
  const together = stepsOf(effect).filter((step) => isHeardIn(voice, step) && isHeardIn(effect, step));
  const [first] = together;
  if (first === undefined || loudnessIn(voice, together) - loudnessIn(effect, together) >= clearBy) return;
  const pause = nearestPause(effect, voice);
  const wayOut = pause === null ? '' : `, such as ${showClock(pause)}`;
  list.add({
    rule: 'sound',
    path: pathOf(effect),
    message: `the sound is heard over ${voice.id} at ${showClock(first * 100)}; start it in a pause${wayOut}, or lower its volume`,
  });
}

/** Steps within which a pause is looked for: 2 s. */
const pauseReach = 20;

/** Returns the start of the nearest pause of a voice that is long enough for an effect, in milliseconds of the film. */
function nearestPause(effect: HeardTrack, voice: HeardTrack): number | null {
  const length = effect.steps.length;
  const isFree = (start: number) =>
    start >= 0 &&
    Array.from({ length }, (_, index) => start + index).every((step) => !isHeardIn(voice, step));
  for (let distance = 1; distance <= pauseReach; distance++) {
    for (const start of [effect.firstStep + distance, effect.firstStep - distance])
      if (isFree(start)) return start * 100;
  }
  return null;
}

/** Longer silence at the end of a film is probably unintended. */
const maxSilenceMs = 3000;

/** Advises on a silent end of a film that has sound for most of its time. */
function adviseOnEnd({ timeline, sound, tracks, list }: Listening): void {
  const silentMs = timeline.durationMs - sound.lastHeardMs;
  if (sound.lastHeardMs === 0 || silentMs <= maxSilenceMs) return;
  const heard = new Set(tracks.flatMap((track) => stepsOf(track).filter((step) => isHeardIn(track, step))));
  const last = tracks.toSorted((one, other) => other.heard.to - one.heard.to).at(0);
  if (last === undefined || heard.size * 100 < sound.lastHeardMs / 2 || heard.size * 100 < maxSilenceMs)
    return;
  list.add({
    rule: 'sound',
    path: pathOf(last),
    message: `the last ${(silentMs / 1000).toFixed(1)} s of the film are silent; let a sound last until the end, such as with "loop", or end the film earlier`,
  });
}

function stepsOf({ firstStep, steps }: HeardTrack): number[] {
  return steps.map((_, index) => firstStep + index);
}

function powerIn({ firstStep, steps }: HeardTrack, step: number): number {
  return steps[step - firstStep] ?? 0;
}

function powerAt(track: HeardTrack, timeMs: number): number {
  return powerIn(track, Math.floor(timeMs / 100));
}

function isHeardIn(track: HeardTrack, step: number): boolean {
  return toLoudness(powerIn(track, step)) > heardLoudness;
}

function loudnessIn(track: HeardTrack, steps: readonly number[]): number {
  return toLoudness(steps.reduce((sum, step) => sum + powerIn(track, step), 0) / steps.length);
}
