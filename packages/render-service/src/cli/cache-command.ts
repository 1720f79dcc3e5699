import { resolve } from 'node:path';
import { RenderError } from '@render-service/engine';
import { cacheContent, clearCache, describeSystemError, verifyCache } from '@render-service/engine/files';
import { joinWords } from '@render-service/engine/text';
import {
  parseArguments,
  printHelpOrVersion,
  readSetting,
  UsageError,
} from '@render-service/service/command-line';
import { userCache } from './user-cache.ts';

export const cacheHelp = `Usage: render-service cache ls [options]
       render-service cache clear [options]
       render-service cache verify [options]

Shows or removes what render and sheet keep for the next time: pieces of MP4s, their sound, and pictures.

  ls       prints how many there are, and their bytes
  clear    removes all
  verify   reads all, and removes those that are damaged; a film never uses them

Options:
  --cache DIR            another cache than that of SERVICE_RENDER_CACHE, or the user's
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

const actions = {
  ls: async (folder: string) => ({ ...(await cacheContent(folder)), removed: 0 }),
  clear: async (folder: string) => ({ pieces: 0, bytes: 0, removed: (await clearCache(folder)).pieces }),
  verify: verifyCache,
} as const;

/** `cache ACTION`: returns the exit code, or throws UsageError or RenderError. */
export async function cacheCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    cache: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(cacheHelp, values);
  const [name, ...others] = positionals;
  const rule = `cache needs one action: ${joinWords(Object.keys(actions), 'or')}`;
  if (name === undefined || others.length > 0) throw new UsageError(rule);
  if (!isAction(name)) throw new UsageError(`${rule}, but is ${name}`);
  if (values.cache === '') throw new UsageError('--cache must be the path of a folder');
  const given = values.cache ?? readSetting('cache', {}, process.env) ?? userCache();
  if (given === undefined)
    throw new UsageError('this user has no home folder, so name the cache: --cache DIR');
  const folder = resolve(given);
  const content = await actions[name](folder).catch((error: unknown) => {
    throw new RenderError('failed', [`cannot read the cache ${folder}: ${describeSystemError(error)}`]);
  });
  if (values.json) process.stdout.write(`${JSON.stringify({ folder, ...content })}\n`);
  else {
    const { pieces, bytes, removed } = content;
    const rest = name === 'ls' ? '' : `, ${removed} removed`;
    process.stdout.write(`${folder}: ${pieces} piece${pieces === 1 ? '' : 's'}, ${bytes} bytes${rest}\n`);
  }
  return 0;
}

function isAction(name: string): name is keyof typeof actions {
  return Object.hasOwn(actions, name);
}
