/** The clip of a video, as its file describes it. */
export interface InspectedClip {
  /** The place of the first object that shows it. */
  readonly path: string;
  /** In milliseconds. */
  readonly durationMs: number;
  /** In square pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** On average; missing if the file does not tell it. */
  readonly fps?: number;
  /** FFmpeg's name of the coding, such as `h264`. */
  readonly codec: string;
  readonly hasSound: boolean;
}
