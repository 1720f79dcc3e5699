import { type Area, statements } from './requirement.ts';

export const commandLine: Area = {
  title: 'Command line',
  requirements: [
    ...statements(
      'interfaces',
      'The four faces: HTTP, tool server, command line, Node',
      `
cli.package: The package render-service has one binary of the same name.
cli.commands: The binary has the commands serve, mcp, render and inspect.
cli.checkout: In a checkout, the commands are npm start, npm run mcp, npm run render and npm run inspect.
`,
    ),
    ...statements(
      'interfaces',
      'Command line',
      `
cli.render: render takes INPUT, -o OUTPUT, --format, --width, --height, --fps and --time-ms, and --from-ms and --to-ms for a part of a film.
cli.stdin: INPUT - reads standard input.
cli.stdout: -o - writes standard output.
cli.format: The format follows the extension unless one is given.
cli.format.unknown: An extension other than svg, png and mp4 without a format is an error that names the three.
cli.format.contradiction: An extension that contradicts the format is an error that names the three.
cli.progress: On a terminal, a progress bar shows frames, fps and the time left.
cli.silent: There is no progress bar when the output is piped.
cli.json: --json prints the result as JSON.
cli.force: An existing file is not overwritten unless --force is given.
cli.force.mode: A file that --force replaces keeps its mode, and its owner where permitted.
cli.force.link: --force writes through a symbolic link.
cli.force.input: The input is never overwritten.
cli.time-limit: A render or inspection ends at its time limit, which --timeout-ms and SERVICE_RENDER_TIMEOUT_MS set.
cli.crash: A crash of the render process is reported in one sentence with exit code 1.
cli.exit.done: The exit code is 0 on success.
cli.exit.failed: The exit code is 1 on failure.
cli.exit.usage: The exit code is 2 for wrong usage.
cli.exit.interrupted: The exit code is 130 when interrupted.
cli.inspect: inspect prints the inspection for people, and with --json as JSON.
cli.inspect.exit: inspect exits with 1 when something blocks rendering.
cli.help: Every command has --help.
cli.version: Every command has --version.
`,
    ),
  ],
};
