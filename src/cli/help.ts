import { packageVersion } from '../contract/package-version.ts';
import { settingsTable } from '../contract/settings.ts';
import { defaultTimeoutMs, maxTimeoutMs } from '../render/capabilities.ts';
import { type OptionName, optionNames, optionTable } from '../render/options/option-table.ts';
import { sheetOptionNames, sheetOptionTable } from '../render/sheet/sheet-options.ts';

export const generalHelp = `render-service turns a motion-graphics project (one JSON file) into SVG, PNG or MP4.

Usage:
  render-service init [NAME]                        write a first film in shorthand, or one of twelve templates
  render-service preview INPUT [options]            show a project in the browser while you edit it
  render-service render INPUT -o OUTPUT [options]   render a project
  render-service batch INPUT... --out-dir DIR       render many projects, or one project for each row of data
  render-service sheet INPUT -o OUTPUT [options]    draw many moments of a project in one picture
  render-service inspect INPUT [options]            check a project without rendering it
  render-service fix FILE [--check]                 apply the fixes of the advice on a project to its file
  render-service expand INPUT [-o OUTPUT]           convert a project in shorthand to the full format
  render-service schema [--shorthand]               print the JSON Schema of projects, for editors
  render-service serve [options]                    answer HTTP requests
  render-service mcp [options]                      run a tool server for agents (Model Context Protocol)
  render-service work --queue URL [options]         run a worker that does the jobs in a queue
  render-service queue ACTION --queue URL           show, pause, resume, cancel or retry the jobs in a queue

  render-service COMMAND --help                     show all options of a command
  render-service --version
`;

const timeLimit = settingsTable.timeoutMs;

function describeOption(flag: string, placeholder: string, help: string): string {
  return `${`  --${flag} ${placeholder}`.padEnd(25)}${help}`;
}

function describeTimeLimit(): string {
  const limits = `1 to ${maxTimeoutMs} (default ${defaultTimeoutMs}, or the value of ${timeLimit.variable})`;
  return describeOption(timeLimit.flag, 'MS', `time limit, ${limits}`);
}

function describeOptions(helps: Partial<Record<OptionName, string>> = {}): string {
  const lines = optionNames.map((name) => {
    const { flag, placeholder, help } = optionTable[name];
    const given = helps[name];
    const shown = given === undefined ? help : help.replace(/default: .*$/, given);
    return describeOption(flag, placeholder, shown);
  });
  return [...lines, describeTimeLimit()].join('\n');
}

function describeSettings(settings: readonly (typeof settingsTable)[keyof typeof settingsTable][]): string {
  const indent = ' '.repeat(26);
  return settings
    .map(
      ({ flag, variable, meaning }) => `${`  --${flag} VALUE`.padEnd(26)}${meaning}\n${indent}${variable}\n`,
    )
    .join('');
}

const setHelp = '  --set NAME=VALUE       a variable of a project in shorthand; repeatable';

const renderHelp = `Usage: render-service render INPUT -o OUTPUT [options]
       render-service render INPUT INPUT... -o FILM.mp4 [options]

INPUT is a project file, or - for standard input. OUTPUT is a file, or - for standard output.
Several inputs become one MP4 of any length, one after the other, with a chapter for each. It has the size of the first.
An existing file is never overwritten without --force, and the input never; an interrupted render leaves no files.
Fields that the format does not have are ignored; those of a project in shorthand are named on standard error.

Options:
  -o, --output OUTPUT    where to write the result
${describeOptions()}
  --from-ms MS           where the film starts (default 0); a part of the project is exported as a film of its own
  --to-ms MS             where it ends (default: the end of the project)
  --audio mp3|aac        sound of an MP4 (default mp3); some platforms demand aac
  --jobs N               inputs that are rendered at the same time (default 1), if there are several
${setHelp}
  --force                replace OUTPUT if it exists; keeps its mode, follows a symbolic link
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated (128 and its number for any signal).
`;

const queueAddressHelp =
  '  --queue URL            redis://HOST:PORT/DATABASE, or rediss:// for TLS; a password may also be in REDISCLI_AUTH';

const batchHelp = `Usage: render-service batch INPUT... --out-dir DIR [options]
       render-service batch INPUT --data ROWS --out-dir DIR [options]

Renders each INPUT, or one INPUT in shorthand once for each row of ROWS, whose fields set its variables. An output
that DIR already has from the same project, options and version is not rendered again, so an interrupted batch resumes.
An output that fails does not stop the others.

Options:
  --out-dir DIR          folder for the outputs; created if it does not exist
  --data ROWS            CSV with a header, a JSON array or JSON Lines; - for standard input
  --name NAME            names of the outputs, such as '\${id}-\${title}', from all fields, \${row} (the row's number) and,
                         without ROWS, \${input} (default: the field id, otherwise \${row}; without ROWS \${input})
${describeOptions({ format: 'default: the extension of NAME, otherwise png' })}
${setHelp};
                         a field of the row wins
  --jobs N               render processes (default: as many as processors and memory allow)
  --report FILE          write a line of JSON for each output; - for standard output
  --strict               refuse fields that are not variables, and variables without a field or a --set
  --dry-run              check every row or INPUT as its render would, list all problems, and render nothing
  --force                replace files in DIR that no batch created, and any file at the path of the report
  --json                 print the summary as JSON
${queueAddressHelp};
                         workers render the outputs (see work --help); DIR is a shared folder or s3://BUCKET/PREFIX
  --detach               put all jobs into the queue and exit without waiting for the outputs
  --priority PRIORITY    high, normal or low (default: normal): batches of higher priority go first, equal ones take turns
  -h, --help             print this help
  --version              print the version

Exit codes: 0 all outputs exist, 1 some failed or nothing could be done, 2 wrong usage, 130 interrupted, 143 terminated.
`;

const inspectHelp = `Usage: render-service inspect INPUT [options]

Takes the same options as render, and reports what that render would reject. Advice points out what is valid but
probably unintended, such as a text beyond the frame; it does not change the exit code. INPUT is a project file, or -
for standard input.

Options:
${describeOptions({ format: `default: ${optionTable.format.default}` })}
  --layout               print the box of each visible object in every hold
${setHelp}
  --json                 print the inspection as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 the render would succeed, 1 the render would be rejected or the project is invalid, 2 wrong usage,
130 interrupted, 143 terminated.
`;

const fixHelp = `Usage: render-service fix FILE [options]

Applies the fixes of the advice that inspect gives, and prints each change. Only the values concerned change: formatting and
order stay. A fix is kept only if the project stays valid and its advice disappears, so fixing twice changes nothing. Values
that come from a variable are left as they are. FILE is a project file. With - for standard input, the fixed project is
printed to standard output, and the changes to standard error.

Options:
  --check                print the changes without making them
${setHelp}
${describeTimeLimit()},
                         for each inspection
  --json                 print the changes, and the advice that is left, as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done or nothing to fix, 1 failed, or with --check something to fix, 2 wrong usage, 130 interrupted,
143 terminated.
`;

const sheetHelp = `Usage: render-service sheet INPUT -o OUTPUT [options]

Draws a contact sheet: many moments of a project in one PNG, each with its time and composition. INPUT is a project
file, or - for standard input. OUTPUT is a file, or - for standard output; an existing one is never overwritten without
--force.

Options:
  -o, --output OUTPUT    where to write the sheet
${sheetOptionNames
  .map((name) => sheetOptionTable[name])
  .map(({ flag, placeholder, help }) => describeOption(flag, placeholder, help))
  .join('\n')}
${describeTimeLimit()}
  --force                replace OUTPUT if it exists; keeps its mode, follows a symbolic link
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated.
`;

const serveHelp = `Usage: render-service serve [options]

Answers HTTP requests until it is interrupted. An option wins over its environment variable.

Options:
${describeSettings(Object.values(settingsTable))}  -h, --help              print this help
  --version               print the version

Exit codes: 0 ended by a signal, 1 cannot serve, 2 wrong usage.
`;

const mcpHelp = `Usage: render-service mcp [options]

Runs a tool server for agents: speaks the Model Context Protocol on standard input and output, and ends when its
input ends. The agent's program starts it: put the entry that --config prints into its configuration.
docs/guides/agents.md lists the configuration files of common clients.

Options:
  --config                print the entry for a client's configuration, and exit
${describeSettings([settingsTable.timeoutMs, settingsTable.formats])}  -h, --help              print this help
  --version               print the version

Exit codes: 0 ended by the client or a signal, 1 cannot serve, 2 wrong usage.
`;

const expandHelp = `Usage: render-service expand INPUT [-o OUTPUT] [options]

Converts a project in shorthand (a document with "shorthand": true) to the full format: missing fields are filled in,
variables are replaced, and files are embedded. INPUT is a project file, or - for standard input. A src may be a path
relative to INPUT's folder, in that folder or below.

Options:
  -o, --output OUTPUT    where to write the project (default: standard output)
${setHelp}
                         true, false and JSON numbers keep their type; all else is text, also "1" in double quotes
  --force                replace OUTPUT if it exists
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

const schemaHelp = `Usage: render-service schema [--shorthand]

Prints the JSON Schema (2020-12) of full projects, or of projects in shorthand, with a description of every field.
Editors use it to check and complete a project as you type. Both schemas are also in the package, in assets/schemas/.

Options:
  --shorthand            the schema of projects in shorthand
  -h, --help             print this help
  --version              print the version
`;

const initHelp = `Usage: render-service init [NAME] [--template TEMPLATE]

Writes NAME.json (default: film.json, or the name of the template), a small film in shorthand to start from. An existing
file is never overwritten. The texts, colours and aspect ratio of a template are variables at its beginning.

Options:
  --template TEMPLATE    one of the films of --list
  --list                 print the templates
  -h, --help             print this help
  --version              print the version
`;

const previewHelp = `Usage: render-service preview INPUT [options]

Shows a project in the browser while you edit its file in any editor: prints the URL of a page on this machine, with the
picture at any time, the film with its sound, and the problems of the project. The page updates as soon as you save. The
preview changes the file only if you apply a fix to it. Nobody else can open the page: it needs the token in the URL.
The next preview of the same file has the same URL.

Options:
  --port PORT            port of the page (default: that of the last preview of this file; 0: any free port, and a new URL)
  --open                 open the page in the browser
  --data ROWS            step through the rows of a CSV, JSON or JSON Lines file, as batch reads them
  --editor EDITOR        open places of the file in this editor: vscode, idea or another name that the page lists, or a
                         command such as "code -g" or "subl {file}:{line}:{column}" (default: the page asks)
${setHelp}
  -h, --help             print this help
  --version              print the version

Exit codes: 0 ended by a signal, 1 cannot serve, 2 wrong usage.
`;

const workHelp = `Usage: render-service work --queue URL [options]

Does the jobs that batch --queue puts into a queue, on any number of machines. All of them must have the folder of the
outputs at the same path. Needs BullMQ: npm install bullmq@6 ioredis@5, and for outputs on S3 @aws-sdk/client-s3@3.
After a first signal, a worker finishes its running jobs; a second one ends it at once, and other workers get its jobs.

Options:
${queueAddressHelp}
  --jobs N               render processes (default: as many as processors and memory allow)
  --out-dir DIR          write only to this folder or s3://BUCKET/PREFIX, or below (default: any destination)
  --stalled-after SECONDS
                         time without a sign of life after which a worker loses its jobs (default: 15)
  --metrics-port PORT    port of Prometheus metrics (default: none; 0: any free port), also SERVICE_RENDER_METRICS_PORT
  --metrics-host HOST    address of the metrics (default: 127.0.0.1), also SERVICE_RENDER_METRICS_HOST
  -h, --help             print this help
  --version              print the version

Exit codes: 0 ended by a signal, 1 the queue cannot be used or the worker cannot do its jobs, 2 wrong usage.
`;

const queueHelp = `Usage: render-service queue ACTION [BATCH] --queue URL [options]

Actions:
  status [BATCH]         count the jobs, and show the last failures
  list                   list the batches with their numbers and jobs
  pause                  let workers finish their running jobs and take no new ones
  resume                 let workers take jobs again
  cancel [BATCH]         remove the waiting jobs from the queue
  retry [BATCH]          put the failed jobs back into the queue

BATCH is a number that list shows. Without it, an action applies to all batches.

Options:
${queueAddressHelp}
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 the queue cannot be used, 2 wrong usage.
`;

export const helps = {
  preview: previewHelp,
  serve: serveHelp,
  mcp: mcpHelp,
  render: renderHelp,
  batch: batchHelp,
  inspect: inspectHelp,
  fix: fixHelp,
  sheet: sheetHelp,
  expand: expandHelp,
  schema: schemaHelp,
  init: initHelp,
  work: workHelp,
  queue: queueHelp,
} as const;

/** Prints a command's help or the version, and returns the exit code. */
export function printHelpOrVersion(
  command: keyof typeof helps,
  { help }: { readonly help: boolean },
): number {
  process.stdout.write(help ? helps[command] : `${packageVersion()}\n`);
  return 0;
}
