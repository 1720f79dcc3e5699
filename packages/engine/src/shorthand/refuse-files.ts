import { showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import { isFilePath, type Source } from './sources.ts';

/** Reports sources that are files, if there is no folder to read them from. */
export function refuseFiles(sources: readonly Source[], problems: Problems): void {
  const rule = 'but no base folder is given';
  const wayOut = "or use the command line, the tool server or the library's baseFolder";
  for (const { file, type, path } of sources) {
    // Without recordings, sentences last as long as they are estimated.
    if (!isFilePath(file) || type === 'voice') continue;
    const embedded =
      type === 'data' || type === 'items'
        ? 'write its values here'
        : type === 'theme'
          ? 'write the theme here'
          : type === 'use'
            ? 'write its components here'
            : type === 'code'
              ? 'write its lines in text'
              : type === 'speech'
                ? 'write its words here'
                : 'embed it as a data: URL';
    problems.add(path, 'file', `is the file ${showValue(file)}, ${rule}; ${embedded}, ${wayOut}`);
  }
}
