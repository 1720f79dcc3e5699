import { millisecondsOf, readMilliseconds, showClock } from '../../language/written-times.ts';
import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { type Cue, spokenWords } from '../kinds/captions/cue.ts';
import {
  nearestPhrases,
  type Phrase,
  parsePhrase,
  type SpokenLetters,
  spokenLetters,
  timesOfPhrase,
} from '../narration/find-phrase.ts';
import type { SceneNarration } from '../narration/narration.ts';
import {
  moveCue,
  readRecordings,
  type Speech,
  sentenceKey,
  sentencesIn,
  speechOf,
  voiceIndex,
} from '../narration/speech.ts';
import { heardPart, readClipSpeech, startOfClip } from './clip-speech.ts';
import { textOfFile } from './file-texts.ts';
import { readSpeech } from './read-speech.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

type NarrationDraft = Pick<
  SceneDraft,
  | 'texts'
  | 'unread'
  | 'problems'
  | 'notes'
  | 'provenance'
  | 'compositions'
  | 'objects'
  | 'names'
  | 'path'
  | 'lang'
>;

/** The longest words at which something starts. */
const maxPhraseLetters = 400;

/** The longest text of a composition that is spoken. */
const maxSpokenLetters = 10_000;

/** Reads what is said in a scene and when its compositions begin. */
export class NarrationReader {
  readonly #draft: NarrationDraft;
  readonly #starts = new Map<string, number>();
  /** The compositions that start at words. */
  readonly #spokenStarts = new Set<string>();
  readonly #speeches = new Map<string, Speech>();
  readonly #voice: readonly Cue[];
  readonly #clips: ReadonlyMap<string, readonly Cue[]>;
  readonly #letters: SpokenLetters;

  constructor(draft: NarrationDraft, audioTracks: unknown) {
    this.#draft = draft;
    this.#voice = this.#readVoice(audioTracks);
    this.#clips = readClipSpeech(draft);
    const ofClips = [...this.#clips].flatMap(([id, cues]) => {
      const start = startOfClip(draft, id);
      return start === undefined ? [] : cues.map((cue) => moveCue(cue, start));
    });
    const heard = [...this.#voice, ...ofClips].sort((one, other) => one.startMs - other.startMs);
    this.#letters = spokenLetters(heard.flatMap(spokenWords));
    this.#readSpeeches();
    this.#readStarts();
  }

  /** When the transition into a composition begins, in milliseconds of the scene, if the document says it. */
  startOf(key: string): number | undefined {
    return this.#starts.get(key);
  }

  /** Null for a scene in which nobody speaks and all compositions follow each other. */
  narration(): SceneNarration | null {
    const [starts, speeches, voice, clips] = [this.#starts, this.#speeches, this.#voice, this.#clips];
    if (starts.size + speeches.size + voice.length + clips.size === 0) return null;
    return {
      starts,
      speeches,
      voice,
      clips,
      clipStarts: voice.length === 0 ? this.#spokenStarts : new Set(),
    };
  }

  /**
   * Returns when a track of the transition into a composition begins, in milliseconds of it, from words that are spoken or a
   * time such as "0:01.5". Undefined for what cannot be found, which is reported.
   */
  startOfTrack(key: string, text: string, path: Path): number | undefined {
    const clock = readMilliseconds(text);
    if (clock !== undefined) return clock;
    const phrase = this.#phraseOf(text, path);
    if (phrase === undefined) return undefined;
    const speech = this.#speeches.get(key);
    if (speech !== undefined) {
      const said = spokenLetters(speech.sentences.flatMap(({ cue }) => spokenWords(cue)));
      const time = this.#find(phrase, said, { text, path, afterMs: 0 });
      return time === undefined ? undefined : Math.max(0, time + phrase.shiftMs);
    }
    if (!this.#hasVoice(text, path)) return undefined;
    const start = this.#starts.get(key) ?? (key === this.#draft.compositions[0]?.key ? 0 : undefined);
    if (start === undefined) {
      const rule = `is ${showValue(text)}, but it is unknown when the composition begins; give it a "start", too`;
      this.#draft.problems.add(path, 'value', rule);
      return undefined;
    }
    const time = this.#find(phrase, this.#letters, { text, path, afterMs: start });
    return time === undefined ? undefined : Math.max(0, time + phrase.shiftMs - start);
  }

  /** Returns when a clip begins, in milliseconds of the scene, from a time or words that recordings speak; undefined for others, which are reported. */
  startOfClip(start: unknown, path: Path): number | undefined {
    return this.#timeOf(start, path, 0)?.startMs;
  }

  #readVoice(audioTracks: unknown): readonly Cue[] {
    if (!isMap(audioTracks)) return [];
    const { path, provenance } = this.#draft;
    return Object.entries(audioTracks)
      .flatMap(([id, track]) => {
        if (!isMap(track) || track.words === undefined) return [];
        const place = [...path, 'audioTracks', id];
        const cues = readSpeech(this.#draft, track.words, provenance.placeOf(track, 'words', place)) ?? [];
        const [start, offset] = [track.start, track.offset].map((value) => millisecondsOf(value) ?? 0);
        const end = offset + (millisecondsOf(track.duration) ?? Infinity);
        return cues.flatMap((cue) => heardPart(cue, offset, end)).map((cue) => moveCue(cue, start - offset));
      })
      .sort((one, other) => one.startMs - other.startMs);
  }

  #readSpeeches(): void {
    const { compositions, unread } = this.#draft;
    const spoken = compositions.filter(({ written }) => isMap(written) && written.say !== undefined);
    if (spoken.length === 0) return;
    const said = spoken.flatMap(({ key, written, path }) => {
      const texts = this.#textsOf((written as Fields).say, [...path, 'say']);
      return texts === undefined ? [] : [{ key, texts, path }];
    });
    const sentences = said.flatMap(({ texts }) => texts.flatMap(sentencesIn).map(sentenceKey));
    const recordings = readRecordings(textOfFile(this.#draft, 'voice', voiceIndex, [], { sentences }));
    for (const { key, texts, path } of said) {
      const speech = speechOf(texts, recordings, this.#draft.lang);
      this.#speeches.set(key, speech);
      for (const { recording } of speech.sentences) {
        if (recording === undefined) continue;
        const place = [...path, 'say'];
        const file = { file: recording.src, column: undefined, path: place, owner: recording, field: 'src' };
        unread.push({ type: 'media', ...file, use: {} });
      }
    }
  }

  #textsOf(say: unknown, path: Path): readonly string[] | undefined {
    const { problems } = this.#draft;
    const texts: readonly unknown[] = Array.isArray(say) ? say : [say];
    if (!texts.every((one) => typeof one === 'string') || texts.join(' ').length > maxSpokenLetters) {
      const seen = texts.every((one) => typeof one === 'string')
        ? `has ${texts.join(' ').length}`
        : `is ${showValue(say)}`;
      const rule = `must be a text of at most ${maxSpokenLetters} letters, or a list of its sentences, but ${seen}`;
      problems.add(path, 'value', rule);
      return undefined;
    }
    if (!/[\p{L}\p{N}]/u.test(texts.join(' '))) {
      problems.add(
        path,
        'value',
        `must have words, but is ${showValue(say)}; leave say out where nobody speaks`,
      );
      return undefined;
    }
    return texts;
  }

  #readStarts(): void {
    let afterMs = 0;
    for (const { key, written, path } of this.#draft.compositions) {
      if (!isMap(written) || written.start === undefined) continue;
      const time = this.#timeOf(written.start, [...path, 'start'], afterMs);
      if (time === undefined) continue;
      this.#starts.set(key, time.startMs);
      if (millisecondsOf(written.start) === undefined) this.#spokenStarts.add(key);
      // The same words again are said later.
      afterMs = time.saidMs + 1;
    }
  }

  /** When a composition starts, and when the words were said that it names. */
  #timeOf(
    start: unknown,
    path: Path,
    afterMs: number,
  ): { readonly startMs: number; readonly saidMs: number } | undefined {
    const at = (startMs: number, saidMs = startMs) => ({ startMs, saidMs });
    if (typeof start === 'number' && start >= 0 && start <= 86_400_000) return at(start);
    if (typeof start !== 'string') {
      const rule = `must be milliseconds from 0 to 86400000, a time such as "0:12.4", or words that are spoken, but is ${showValue(start)}`;
      this.#draft.problems.add(path, 'value', rule);
      return undefined;
    }
    const clock = readMilliseconds(start);
    if (clock !== undefined) return at(clock);
    const phrase = this.#phraseOf(start, path);
    if (phrase === undefined || !this.#hasVoice(start, path)) return undefined;
    const time = this.#find(phrase, this.#letters, { text: start, path, afterMs });
    return time === undefined ? undefined : at(Math.max(0, time + phrase.shiftMs), time);
  }

  #phraseOf(text: string, path: Path): Phrase | undefined {
    const phrase = text.length <= maxPhraseLetters ? parsePhrase(text.replace(/\s+/g, ' ')) : undefined;
    if (phrase !== undefined) return phrase;
    const rule = 'must be milliseconds, a time such as "0:12.4", or words that are spoken';
    this.#draft.problems.add(path, 'value', `${rule}, but is ${showValue(text)}`);
    return undefined;
  }

  #hasVoice(text: string, path: Path): boolean {
    // A file that is not read yet has no words.
    if (this.#letters.words.length > 0) return true;
    const isUnread = this.#draft.unread.some(({ type }) => type === 'speech');
    if (!isUnread) {
      const rule =
        this.#clips.size > 0
          ? `is ${showValue(text)}, but it is unknown when the clip begins that speaks; give its video a "start"`
          : `is ${showValue(text)}, but no recording speaks in this scene; give an audio track "words", or write milliseconds`;
      this.#draft.problems.add(path, 'value', rule);
    }
    return false;
  }

  /** The first time after `afterMs`, or the n-th time of all, in milliseconds. */
  #find(
    phrase: Phrase,
    spoken: SpokenLetters,
    { text, path, afterMs }: { readonly text: string; readonly path: Path; readonly afterMs: number },
  ): number | undefined {
    const times = timesOfPhrase(phrase, spoken);
    const { occurrence } = phrase;
    const found = occurrence === undefined ? times.find((time) => time >= afterMs) : times[occurrence - 1];
    if (found !== undefined) return found;
    // Looking for near words takes time, and nobody would see them.
    if (this.#draft.problems.full) return undefined;
    const said = times.map(showClock);
    let rule: string;
    if (times.length > 0 && occurrence !== undefined)
      rule = `is said ${times.length === 1 ? 'once' : `${times.length} times`}, at ${said.slice(0, 5).join(', ')}, so there is no #${occurrence}`;
    else if (times.length > 0)
      rule = `is said at ${said.slice(0, 5).join(', ')}, before ${showClock(afterMs)}, where the composition before it begins; put the compositions in the order of the words`;
    else rule = `is never said${nearest(phrase, spoken)}`;
    this.#draft.problems.add(path, 'value', `is ${showValue(text)}, which ${rule}`);
    return undefined;
  }
}

function nearest(phrase: Phrase, spoken: SpokenLetters): string {
  const near = nearestPhrases(phrase, spoken);
  if (near.length === 0) return '; write words as they are spoken';
  const shown = near.map(({ text, startMs }) => `${showValue(text)} at ${showClock(startMs)}`);
  return `; the nearest words are ${shown.join(', ')}`;
}
