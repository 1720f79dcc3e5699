import type { Converter } from '../convert/conversion.ts';
import { RenderSupervisor } from './supervisor.ts';

/** Starts with the first file that has to be converted. An idle one does not keep the program from exiting. */
let renderer: RenderSupervisor | undefined;

/** Converts a file in a render process, for programs that load projects themselves: a hostile file cannot end them. */
export const convertApart: Converter = (conversion, signal) => {
  renderer ??= new RenderSupervisor({ warmsUp: false });
  return renderer.convert(conversion, signal);
};
