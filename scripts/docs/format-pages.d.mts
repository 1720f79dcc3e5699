export interface FormatPage {
  /** Name of the file without `.md`. */
  readonly name: string;
  readonly file: URL;
  readonly text: string;
}

export function readFormatPages(): FormatPage[];
