import { packageVersion } from '../contract/package-version.ts';
import { settingsTable } from '../contract/settings.ts';
import { defaultTimeoutMs, maxTimeoutMs } from '../render/capabilities.ts';
import { type OptionName, optionNames, optionTable } from '../render/options/option-table.ts';
import { sheetOptionNames, sheetOptionTable } from '../render/sheet/sheet-options.ts';

export const generalHelp = `render-service turns a motion-graphics project (one JSON file) into SVG, PNG or MP4.

Usage:
  render-service init [NAME]                        write a first film in shorthand
  render-service preview INPUT [options]            show a project in the browser while you edit it
  render-service render INPUT -o OUTPUT [options]   render a project
  render-service batch INPUT... --out-dir DIR       render many projects, or one project for each row of data
  render-service sheet INPUT -o OUTPUT [options]    draw many moments of a project in one picture
  render-service inspect INPUT [options]            check a project without rendering it
  render-service expand INPUT [-o OUTPUT]           write a project in shorthand out as a full one
  render-service schema [--shorthand]               print the JSON Schema of projects, for editors
  render-service serve [options]                    answer HTTP requests
  render-service mcp [options]                      run a tool server for agents (Model Context Protocol)
  render-service work --queue URL [options]         do the jobs of batches in a queue
  render-service queue ACTION --queue URL           show, pause, resume, cancel or retry the jobs in a queue

  render-service COMMAND --help                     everything about one command
  render-service --version
`;

const timeLimit = settingsTable.timeoutMs;

/** An option of a render or an inspection with its meaning beside it. */
function describeOption(flag: string, placeholder: string, help: string): string {
  return `${`  --${flag} ${placeholder}`.padEnd(25)}${help}`;
}

function describeTimeLimit(): string {
  const limits = `1 to ${maxTimeoutMs} (default ${defaultTimeoutMs}, or what ${timeLimit.variable} says)`;
  return describeOption(timeLimit.flag, 'MS', `time limit, ${limits}`);
}

function describeOptions(helps: Partial<Record<OptionName, string>> = {}): string {
  const lines = optionNames.map((name) => {
    const { flag, placeholder, help } = optionTable[name];
    return describeOption(flag, placeholder, helps[name] ?? help);
  });
  return [...lines, describeTimeLimit()].join('\n');
}

const setHelp = '  --set NAME=VALUE       a variable of a project in shorthand; repeatable';

const renderHelp = `Usage: render-service render INPUT -o OUTPUT [options]

INPUT is a project file, or - for standard input. OUTPUT is a file, or - for standard output.
An existing file is never overwritten without --force, and the input never; an interrupted render leaves nothing behind.

Options:
  -o, --output OUTPUT    where the result goes
${describeOptions()}
${setHelp}
  --force                replace OUTPUT if it exists; its mode is kept, and a symbolic link is followed
  --json                 print what was made as JSON
  -h, --help             print this
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated (128 and its number for any signal).
`;

const queueAddressHelp =
  '  --queue URL            redis://HOST:PORT/DATABASE, or rediss:// for TLS; a password may also be in REDISCLI_AUTH';

const batchHelp = `Usage: render-service batch INPUT... --out-dir DIR [options]
       render-service batch INPUT --data ROWS --out-dir DIR [options]

Renders each INPUT, or one INPUT in shorthand once for each row of ROWS, whose fields are its variables. What DIR has
already from the same project, options and version is not rendered again, so that an interrupted batch goes on where it
was. One that fails does not stop the others.

Options:
  --out-dir DIR          where the outputs go; it is made if need be
  --data ROWS            CSV with a header, a JSON array or JSON Lines; - for standard input
  --name NAME            names of the outputs, such as '\${id}-\${title}'; all fields, \${row} (its number) and, without
                         ROWS, \${input} can be used (default: the field id or else \${row}; \${input} without ROWS)
${describeOptions({ format: "default: NAME's extension; png without one" })}
${setHelp};
                         a row's field wins
  --jobs N               render processes (default: as many as there are processors and memory for)
  --report FILE          write a line of JSON about each output; - for standard output
  --strict               refuse rows with fields that are no variables, or without a field for a variable
  --dry-run              check every row or INPUT as its render would, list all that is wrong, and make nothing
  --force                replace files in DIR that no batch made, and any file with the report
  --json                 print the summary as JSON
${queueAddressHelp};
                         workers render then (see work --help), and DIR is a folder that all see or s3://BUCKET/PREFIX
  --detach               put all into the queue, and do not wait for the outputs
  --priority PRIORITY    high, normal or low: batches of a higher one go first, those of the same take turns (default:
                         normal)
  -h, --help             print this
  --version              print the version

Exit codes: 0 all are there, 1 some failed or nothing could be done, 2 wrong usage, 130 interrupted, 143 terminated.
`;

const inspectHelp = `Usage: render-service inspect INPUT [options]

INPUT is a project file, or - for standard input. Takes the same options as render and reports what that render
would reject. Exit code 1 when the render would be rejected. Advice is on what is valid but hardly meant, such as a text
beyond the frame; it does not change the exit code.

Options:
${describeOptions({ format: `default: ${optionTable.format.default}` })}
  --layout               print each visible object's box in every hold
${setHelp}
  --json                 print the inspection as JSON
  -h, --help             print this
  --version              print the version

Exit codes: 0 the render would succeed, 1 the render would be refused or the project is invalid, 2 wrong usage,
130 interrupted, 143 terminated.
`;

const sheetHelp = `Usage: render-service sheet INPUT -o OUTPUT [options]

Draws a contact sheet: many moments of a project in one PNG, each with its time and composition. INPUT is a project
file, or - for standard input. OUTPUT is a file, or - for standard output; an existing one is never overwritten without
--force.

Options:
  -o, --output OUTPUT    where the sheet goes
${sheetOptionNames
  .map((name) => sheetOptionTable[name])
  .map(({ flag, placeholder, help }) => describeOption(flag, placeholder, help))
  .join('\n')}
${describeTimeLimit()}
  --force                replace OUTPUT if it exists; its mode is kept, and a symbolic link is followed
  --json                 print what was made as JSON
  -h, --help             print this
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated.
`;

const serveHelp = `Usage: render-service serve [options]

Answers HTTP requests until it is interrupted. An option wins over its environment variable.

Options:
${Object.values(settingsTable)
  .map(
    ({ flag, variable, meaning }) =>
      `${`  --${flag} VALUE`.padEnd(26)}${meaning}\n${' '.repeat(26)}${variable}\n`,
  )
  .join('')}  -h, --help              print this
  --version               print the version

Exit codes: 0 ended by a signal, 1 cannot serve, 2 wrong usage.
`;

const mcpHelp = `Usage: render-service mcp [options]

Runs a tool server for agents: speaks the Model Context Protocol on standard input and output, and ends when its
input ends. The agent's program starts it: put the entry that --config prints into its configuration.
docs/guides/agents.md lists the files of the common clients.

Options:
  --config                print the entry for a client's configuration, and exit
  --${timeLimit.flag} VALUE      ${timeLimit.meaning}
                          ${timeLimit.variable}
  -h, --help              print this
  --version               print the version

Exit codes: 0 ended by the client or a signal, 1 cannot serve, 2 wrong usage.
`;

const expandHelp = `Usage: render-service expand INPUT [-o OUTPUT] [options]

Writes a project in shorthand (a document with "shorthand": true) out as a full one: what was left out is filled in,
variables are replaced, and files are embedded. INPUT is a project file, or - for standard input. A src may be a path
relative to INPUT's folder, in that folder or below.

Options:
  -o, --output OUTPUT    where the project goes (default: standard output)
${setHelp}
                         true, false and JSON numbers have their type, all else is text; "1" in double quotes is text too
  --force                replace OUTPUT if it exists
  -h, --help             print this
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

const schemaHelp = `Usage: render-service schema [--shorthand]

Prints the JSON Schema (2020-12) of full projects, or of projects in shorthand, with a description of every field. An
editor that knows it checks and completes a project while it is typed; both are also in the package, in assets/schemas/.

Options:
  --shorthand            the schema of projects in shorthand
  -h, --help             print this
  --version              print the version
`;

const initHelp = `Usage: render-service init [NAME]

Writes NAME.json (default: film.json), a first small film in shorthand to change. An existing file is never overwritten.

Options:
  -h, --help             print this
  --version              print the version
`;

const previewHelp = `Usage: render-service preview INPUT [options]

Shows a project in the browser while you edit its file in any editor: prints the URL of a page on this machine, with the
picture at any time, the film with its sound, and what is wrong with the project. What you save is on the page at once.
Nothing is changed, and nobody else can open the page: it needs the token in the URL.

Options:
  --port PORT            of the page (default 0: any free port)
  --open                 open the page in the browser
${setHelp}
  -h, --help             print this
  --version              print the version

Exit codes: 0 ended by a signal, 1 cannot serve, 2 wrong usage.
`;

const workHelp = `Usage: render-service work --queue URL [options]

Does the jobs that batch --queue puts into a queue, on as many machines as there are workers. The folder of the outputs
must be the same on all of them. Needs BullMQ: npm install bullmq@6 ioredis@5, and for outputs on S3 @aws-sdk/client-s3@3.
A first signal lets it finish the jobs that run; a second one ends it at once, and other workers get its jobs.

Options:
${queueAddressHelp}
  --jobs N               render processes (default: as many as there are processors and memory for)
  --out-dir DIR          write only to this folder or below, or to this s3://BUCKET/PREFIX (default: wherever a job says)
  --stalled-after SECONDS
                         time after which a worker that gives no sign of life loses its jobs (default: 15)
  --metrics-port PORT    of Prometheus metrics (default: none; 0 picks one), also SERVICE_RENDER_METRICS_PORT
  --metrics-host HOST    interface of the metrics (default: 127.0.0.1), also SERVICE_RENDER_METRICS_HOST
  -h, --help             print this
  --version              print the version

Exit codes: 0 ended by a signal, 1 the queue cannot be used or the worker cannot do its jobs, 2 wrong usage.
`;

const queueHelp = `Usage: render-service queue ACTION [BATCH] --queue URL [options]

Actions:
  status [BATCH]         count the jobs, and show the last failures
  list                   list the batches with their numbers and jobs
  pause                  have workers finish what they do and take nothing new
  resume                 let them go on
  cancel [BATCH]         take the jobs that wait out of the queue
  retry [BATCH]          put the jobs that failed back into the queue

BATCH is a number of list. Without it, an action concerns all batches.

Options:
${queueAddressHelp}
  --json                 print the result as JSON
  -h, --help             print this
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
  sheet: sheetHelp,
  expand: expandHelp,
  schema: schemaHelp,
  init: initHelp,
  work: workHelp,
  queue: queueHelp,
} as const;

/** Prints a command's help, or else the version, and gives the exit code. */
export function printHelpOrVersion(
  command: keyof typeof helps,
  { help }: { readonly help: boolean },
): number {
  process.stdout.write(help ? helps[command] : `${packageVersion()}\n`);
  return 0;
}
