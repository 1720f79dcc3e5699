import { Buffer } from 'node:buffer';
import { AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_WEBVTT, AVMEDIA_TYPE_SUBTITLE } from '#node-av/constants';
import { Dictionary, type FormatContext, Packet, Rational, type Stream } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';
import type { Cue } from '../../project/object-schemas.ts';
import { type Captions, linesOf, webVttText } from '../caption-text.ts';
import { fillPacket } from './fill-packet.ts';

const milliseconds = new Rational(1, 1000);

/** White letters in the middle of the bottom, in a font of the player (3GPP TS 26.245, 5.16). */
const textSampleEntry = Buffer.concat([
  // No flags; centred, at the bottom; no ground; no box of its own.
  Buffer.from([0, 0, 0, 0, 1, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  // All characters: font 1, plain, 18 pixels, white.
  Buffer.from([0, 0, 0, 0, 0, 1, 0, 18, 0xff, 0xff, 0xff, 0xff]),
  // The table of fonts, with one.
  Buffer.from([0, 0, 0, 23, ...Buffer.from('ftab'), 0, 1, 0, 1, 10]),
  Buffer.from('Sans-Serif'),
]);

/** Cues as a text track of a film: `mov_text` in MP4 and MOV, WebVTT in WebM. Cues are written in step with pictures. */
export class CaptionTrack {
  readonly #format: FormatContext;
  readonly #stream: Stream;
  readonly #isWebVtt: boolean;
  readonly #cues: readonly Cue[];
  readonly #packet = new Packet();
  #next = 0;

  /** Adds the track to a file whose header is not written yet. */
  constructor(format: FormatContext, muxer: 'mp4' | 'mov' | 'webm', { cues, lang }: Captions) {
    this.#format = format;
    this.#cues = cues;
    this.#isWebVtt = muxer === 'webm';
    this.#stream = format.newStream(null);
    this.#stream.timeBase = milliseconds;
    if (lang !== undefined) {
      const languages = { webm: lang, mov: quickTimeName(lang), mp4: threeLetterCode(lang) };
      this.#stream.metadata = Dictionary.fromObject({ language: languages[muxer] });
    }
    const { codecpar } = this.#stream;
    codecpar.codecType = AVMEDIA_TYPE_SUBTITLE;
    codecpar.codecId = this.#isWebVtt ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_MOV_TEXT;
    if (!this.#isWebVtt) {
      codecpar.codecTag = 'tx3g';
      codecpar.extradata = textSampleEntry;
    }
    this.#packet.alloc();
  }

  /** Writes the cues that begin until a time. */
  writeUntil(timeMs: number): void {
    for (let cue = this.#cues[this.#next]; cue && cue.startMs <= timeMs; cue = this.#cues[this.#next]) {
      this.#write(cue);
      this.#next += 1;
    }
  }

  /** Writes the remaining cues. */
  finish(): void {
    this.writeUntil(Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.#packet.free();
  }

  #write(cue: Cue): void {
    const packet = this.#packet;
    const { startMs, endMs, text } = cue;
    const data = this.#isWebVtt ? Buffer.from(webVttText(cue)) : movText(text);
    fillPacket(packet, { data, time: startMs, duration: endMs - startMs });
    packet.streamIndex = this.#stream.index;
    packet.rescaleTs(milliseconds, this.#stream.timeBase);
    // In MP4, a picture of the same time in front of a cue would end the one before it with an empty sample.
    const written = this.#isWebVtt
      ? this.#format.interleavedWriteFrameSync(packet)
      : this.#format.writeFrameSync(packet);
    checkCall(written, 'write a cue');
    packet.unref();
  }
}

/** A text after the number of its bytes. */
function movText(text: string): Buffer {
  const bytes = Buffer.from(linesOf(text));
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The codes of ISO 639-1, each followed by that of ISO 639-2 for terminology. */
const codes = `
aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben bobod brbre bsbos cacat
ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin
fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile
igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom
kwcor kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt mymya nanau
nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh
rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa
tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln
wowol xhxho yiyid yoyor zazha zhzho zuzul
`;

/** Returns the code of ISO 639-2 for a language tag, which has no region; "und" for an unknown language. */
function threeLetterCode(lang: string): string {
  const [primary = ''] = lang.toLowerCase().split('-');
  if (primary.length === 3) return primary;
  return new RegExp(`\\s${primary}([a-z]{3})\\s`).exec(codes)?.[1] ?? 'und';
}

/** The names of FFmpeg for languages of QuickTime that it names in another way than ISO 639-2. */
const quickTimeNames: Readonly<Record<string, string>> = {
  ...{
    bod: 'tib',
    cym: 'wel',
    deu: 'ger',
    ell: 'gre',
    eus: 'baq',
    fao: 'fo ',
    fas: 'per',
    hrv: 'hr ',
    hye: 'arm',
    isl: 'ice',
  },
  ...{
    kat: 'geo',
    mkd: 'mac',
    msa: 'may',
    mya: 'bur',
    nld: 'dut',
    sqi: 'alb',
    srp: 'sr ',
    swe: 'sve',
    zho: 'chi',
  },
};

/** Returns the name of FFmpeg for a language in QuickTime, which has few: others are unknown there. */
function quickTimeName(lang: string): string {
  const code = threeLetterCode(lang);
  return quickTimeNames[code] ?? code;
}
