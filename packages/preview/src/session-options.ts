import type { OutputFormat, Variables } from '@render-service/engine';
import type { Editor } from './editors.ts';
import type { DataRows } from './tried-variables.ts';

/** What a preview is started with. */
export interface SessionOptions {
  readonly variables?: Variables | undefined;
  /** A theme instead of that of the project. */
  readonly theme?: string | undefined;
  /** The `--set` options that define the variables. */
  readonly settings?: readonly string[] | undefined;
  readonly rows?: DataRows | undefined;
  readonly editor?: Editor | undefined;
  /** The formats of exports; default all. */
  readonly formats?: readonly OutputFormat[] | undefined;
  /** The number before that of the first version; default 0. */
  readonly firstRevision?: number | undefined;
}
