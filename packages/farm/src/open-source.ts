import { checkOptions } from '@render-service/engine/options';
import { type DataFile, loadTemplate } from '@render-service/engine/tables';
import { baseFolderOf, readInput } from '@render-service/service/command-line';
import type { BatchCall } from './batch-call.ts';
import type { BatchSource } from './batch-source.ts';
import { InputSource } from './input-source.ts';
import { NameTemplate } from './names/name-template.ts';
import { defaultRowName, RowSource } from './row-source.ts';

/** Opens the inputs and, if there are any, the rows. */
export async function openSource(
  { inputs, isFilm = false, name, options: asked, variables, strict, timeoutMs }: BatchCall,
  data: DataFile | undefined,
  signal: AbortSignal,
): Promise<BatchSource> {
  const template =
    data === undefined ? (name ?? `\${input}`) : (name ?? (await defaultRowName(data, signal)));
  const nameTemplate = new NameTemplate(template, asked.format);
  const options = checkOptions({ ...asked, format: nameTemplate.format });
  const settings = { name: nameTemplate, options, variables, isStrict: strict };
  if (isFilm) {
    const { FilmSource } = await import('./queue/film-source.ts');
    return new FilmSource(inputs, settings, timeoutMs);
  }
  if (data === undefined) return new InputSource(inputs, settings);
  const [input = ''] = inputs;
  const project = await loadTemplate(
    await readInput(input, signal),
    baseFolderOf(input),
    signal,
    options.theme,
  );
  return RowSource.open(input, project, data, settings, signal);
}
