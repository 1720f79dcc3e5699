/** The types of the package name their files without extensions, which modules of Node do not allow. */
declare module 'media-captions' {
  export interface ParsedCue {
    /** In seconds. */
    readonly startTime: number;
    readonly endTime: number;
    /** With tags. */
    text: string;
  }

  export type CueNode =
    | { readonly type: 'text'; readonly data: string }
    | { readonly type: 'timestamp'; readonly time: number; readonly children: readonly CueNode[] }
    | {
        readonly type: 'c' | 'i' | 'b' | 'u' | 'ruby' | 'rt' | 'v' | 'lang';
        readonly children: readonly CueNode[];
      };

  /** Leaves out cues that end before they start. */
  export function parseTextStream(
    lines: ReadableStream<string>,
    options: { readonly type: 'vtt' | 'srt' },
  ): Promise<{ readonly cues: readonly ParsedCue[] }>;

  export function tokenizeVTTCue(cue: ParsedCue): readonly CueNode[];
}
