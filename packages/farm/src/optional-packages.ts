import { RenderError } from '@render-service/engine';
import { isSystemError } from '@render-service/engine/files';

/**
 * Loads packages that are installed only where they are needed. If one is missing, rejects with a RenderError that
 * contains the command to install them. `purpose` begins the sentence.
 */
export async function loadOptionalPackages<Loaded>(
  purpose: string,
  install: string,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!isSystemError(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw error;
    throw new RenderError('failed', [
      `${purpose} needs packages that are not installed with render-service; install them beside it: npm install ${install}`,
    ]);
  }
}
