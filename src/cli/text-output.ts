import { Buffer } from 'node:buffer';
import { checkStandardOutput } from './standard-output.ts';

export interface TextOutputRules {
  /** The file that the text was made from, or `-`; it is never overwritten. */
  readonly input?: string;
  /** Whether an existing file is replaced. */
  readonly force: boolean;
  /** What to do about an existing file. */
  readonly adviceIfExists?: string;
  readonly signal: AbortSignal;
}

/** Writes a text to a file, or to standard output for `-`. Rejects with a RenderError, or with the signal's reason. */
export async function writeTextOutput(
  output: string,
  text: string,
  { input, force, adviceIfExists = 'use --force to replace it', signal }: TextOutputRules,
): Promise<void> {
  if (output === '-') {
    checkStandardOutput();
    await new Promise<void>((done, failed) => {
      process.stdout.write(text, (error) => (error ? failed(error) : done()));
    });
    return;
  }
  const [{ writeOutputFile }, { refuseSameFile }] = await Promise.all([
    import('../render/files/output-file.ts'),
    import('./same-file.ts'),
  ]);
  if (input !== undefined) await refuseSameFile(input, output);
  await writeOutputFile(output, Buffer.from(text), { replace: force, adviceIfExists, signal });
}
