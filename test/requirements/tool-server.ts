import { type Area, statements } from './requirement.ts';

export const toolServer: Area = {
  title: 'Tool server',
  requirements: [
    ...statements(
      'specification',
      'Tool server (stdio)',
      `
tools.stdio: A client launches the tool server as a local process, which speaks over stdio.
tools.capabilities: service_capabilities reads formats, source types and limits.
tools.inspect: service_inspect inspects the project file at inputPath.
tools.render: service_render renders inputPath to outputPath.
tools.render.existing: service_render never overwrites an existing file.
tools.render.formats: service_render accepts the formats svg, png and mp4 and the rates 24, 30 and 60.
tools.resources: resources/list and resources/read return service://docs/openapi, service://docs/project-schema and
  service://examples/hello.
tools.resources.starter: The starter project is one second of editable text.
tools.cancel: Cancelling a tool call stops the job.
`,
    ),
    ...statements(
      'interfaces',
      'Tool server (stdio)',
      `
tools.protocol: The tool server speaks the current version of the Model Context Protocol.
tools.stdout: stdout carries protocol messages only.
tools.broken-lines: The response to an invalid line has the code -32700 or -32600, and its id if the line has one.
tools.schemas: Every tool has an outputSchema, and returns its result as JSON text and as structuredContent.
tools.render.arguments: service_render accepts inputPath, outputPath, format, width, height, fps and timeMs.
tools.render.result: service_render returns outputPath, bytes, format, mimeType, width, height, durationMs, frames,
  rasterizedFrames, audioCodec and elapsedMs.
tools.paths.absolute: Relative paths are tool errors.
tools.paths.missing: Missing inputs are tool errors.
tools.paths.folders: Folders are tool errors.
tools.paths.large: Inputs over 32 MiB are tool errors.
tools.paths.swapped: An input that is swapped for a pipe or a device while it is opened is a tool error.
tools.paths.no-folder: Missing output folders are tool errors.
tools.paths.existing: Existing outputs are tool errors.
tools.errors: A tool error has isError and one sentence.
tools.publish: An output is published by an atomic, non-replacing link, so there is never a partial file.
tools.publish.race: No file is overwritten, even in a race.
tools.format.extension: By default the format follows outputPath's extension; without an extension it is png.
tools.format.unknown: An extension other than svg, png and mp4 without a format is an error that names the three.
tools.format.contradiction: An extension that contradicts format is an error that names the three.
tools.progress: Progress notifications are sent if the client requests them.
tools.cancel.no-file: Cancellation leaves no file.
tools.one-at-a-time: One inspect or render runs at a time; other calls wait for their turn, no longer than the time limit.
tools.timeout: An inspect or render that exceeds the time limit is a tool error that names the limit.
tools.resources.types: The interface description, the schema and the starter are application/json; the interface
  description names the server http://127.0.0.1:8799.
tools.annotations: readOnlyHint is set on the first two tools, destructiveHint is false on all, openWorldHint is false.
`,
    ),
  ],
};
