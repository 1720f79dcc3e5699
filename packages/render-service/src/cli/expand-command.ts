import { convertApart, loadProject } from '@render-service/engine/process';
import {
  argumentsOf,
  baseFolderOf,
  describeOption,
  onlyInput,
  parseArguments,
  printHelpOrVersion,
  readInput,
  readOptions,
  readVariables,
  setHelp,
  writeTextOutput,
} from '@render-service/service/command-line';

export const expandHelp = `Usage: render-service expand INPUT [-o OUTPUT] [options]

Converts a project in shorthand (a document with "shorthand": true) to the full format: missing fields are filled in,
variables are replaced, and files are embedded. INPUT is a project file, or - for standard input. A src may be a path
relative to INPUT's folder, in that folder or below.

Options:
  -o, --output OUTPUT    where to write the project (default: standard output)
${setHelp}
                         true, false and JSON numbers keep their type; all else is text, also "1" in double quotes
${describeOption('theme', 'expand')}
  --names                print the names of the objects and parts of each scene, as compositions mention them, with
                         their kinds, instead of the project
  --force                replace OUTPUT if it exists
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

/** `expand INPUT [-o OUTPUT]`: prints the full project, or the names in it. Returns the exit code, or throws UsageError or RenderError. */
export async function expandCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...argumentsOf('expand'),
    output: { type: 'string', short: 'o', default: '-' },
    names: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    return printHelpOrVersion(expandHelp, values);
  }
  const input = onlyInput('expand', positionals);
  const variables = readVariables(values.set);
  const { theme } = readOptions('expand', values);
  const document = await readInput(input, signal);
  const loaded = await loadProject(
    document,
    { variables, theme, baseFolder: baseFolderOf(input) },
    signal,
    convertApart,
  );
  await writeTextOutput(
    values.output,
    values.names ? namesIn(loaded) : `${JSON.stringify(loaded.project, null, 2)}\n`,
    {
      input,
      force: values.force,
      signal,
    },
  );
  return 0;
}

/** Lists the objects of each scene with the groups around them, a line each. */
function namesIn({
  project,
  nameOf,
  groupsIn,
}: Pick<Awaited<ReturnType<typeof loadProject>>, 'project' | 'nameOf' | 'groupsIn'>): string {
  return project.sceneOrder
    .map((scene) => {
      const groupsOf = groupsIn(scene);
      const kinds = new Map<string, string>();
      for (const { id, kind } of Object.values(project.scenes[scene].objects)) {
        if (kind === 'layer') continue;
        for (const group of groupsOf(id)) kinds.set(nameOf(scene, group), 'group');
        kinds.set(nameOf(scene, id), kind);
      }
      return `names in ${scene}:\n${[...kinds].map(([name, kind]) => `  ${name} (${kind})\n`).join('')}`;
    })
    .join('');
}
