import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OutputFormat } from '@render-service/engine';
import { contractFormats } from '@render-service/engine/formats';
import { RenderSupervisor } from '@render-service/engine/process';
import { packageVersion } from '../contract/package-version.ts';
import type { Settings, toolSettings } from '../contract/settings.ts';
import { registerCapabilitiesTool } from './capabilities-tool.ts';
import { instructions } from './descriptions.ts';
import { registerResources } from './documents.ts';
import { registerExpandTool } from './expand-tool.ts';
import { type FilmPage, type OpenFilmPage, registerFilmPage, shownOnPage } from './film-page.ts';
import { registerFixTool } from './fix-tool.ts';
import { registerInspectTool } from './inspect-tool.ts';
import { JobRunner } from './job-runner.ts';
import { registerJobTool } from './job-tool.ts';
import { LineTransport } from './line-transport.ts';
import { registerRenderTool } from './render-tool.ts';
import { registerSheetTool } from './sheet-tool.ts';
import { ToolJobs } from './tool-jobs.ts';

export interface ToolServerOptions extends Pick<Settings, (typeof toolSettings)[number]> {
  /** Opens the page that shows films; it is listed with all tools, and opened when a client first asks for it. */
  readonly openPage?: OpenFilmPage | undefined;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

/**
 * Serves the Model Context Protocol on standard input and output until the client closes its side or the signal is
 * aborted. Resolves when running work has stopped, its files are removed and the render process has ended.
 */
export async function serveTools({
  formats,
  tools,
  toolWaitMs,
  openPage,
  signal,
  ...settings
}: ToolServerOptions): Promise<void> {
  await using renderer = new RenderSupervisor();
  const runner = new JobRunner(renderer, settings, report);
  await using renders = tools === 'all' ? new RenderSupervisor() : undefined;
  const jobs = renders && new ToolJobs(new JobRunner(renders, settings, report), toolWaitMs);
  let page: Promise<FilmPage> | undefined;
  const openOnce =
    tools === 'all' && openPage
      ? () => {
          page ??= openPage(formats);
          return page;
        }
      : undefined;
  const transport = new LineTransport();
  const connection = serveStdio(() => createToolServer(runner, { formats, jobs, openPage: openOnce }), {
    transport,
    onerror: ({ message }) => report(message),
  });
  const hangUp = () => void connection.close();
  signal.addEventListener('abort', hangUp);
  if (signal.aborted) hangUp();
  await transport.closed;
  await Promise.all([jobs?.close(), page?.then((opened) => opened.close())]);
  await runner.settled();
}

/** Writes to standard error, because standard output belongs to the protocol. */
function report(text: string): void {
  process.stderr.write(`render-service: ${text}\n`);
}

/** What a tool server offers. */
interface Offer {
  readonly formats?: readonly OutputFormat[] | undefined;
  /** Renders that take long; with them, the server lists all tools and not only those of the contract. */
  readonly jobs?: ToolJobs | undefined;
  /** Opens the page that shows films, for clients that show pages. */
  readonly openPage?: (() => Promise<FilmPage>) | undefined;
}

/** A server of the Model Context Protocol with its tools and resources, not yet connected to a client. */
function createToolServer(
  runner: JobRunner,
  { formats = contractFormats, jobs, openPage }: Offer = {},
): McpServer {
  const server = new McpServer(
    { name: 'render-service', title: 'Render Service', version: packageVersion() },
    // Tools and resources never change while the server runs.
    { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  );
  registerCapabilitiesTool(server, formats);
  registerInspectTool(server, runner, formats, openPage && shownOnPage);
  registerRenderTool(server, runner, formats, { jobs, listing: openPage && shownOnPage });
  if (jobs) {
    registerFixTool(server, runner);
    registerSheetTool(server, runner);
    registerExpandTool(server, runner);
    registerJobTool(server, jobs);
  }
  registerResources(server, formats);
  if (openPage) registerFilmPage(server, openPage);
  return server;
}
