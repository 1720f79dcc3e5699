import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { RenderSupervisor } from '@render-service/engine/process';
import type { Settings, toolSettings } from '../contract/settings.ts';
import type { FilmPage } from './film-page.ts';
import { JobRunner } from './job-runner.ts';
import { LineTransport } from './line-transport.ts';
import { ToolJobs } from './tool-jobs.ts';
import { createToolServer } from './tool-server.ts';

export interface ToolServerOptions extends Pick<Settings, (typeof toolSettings)[number]> {
  /** Opens the page that shows films; it is listed with all tools, and opened when a client first asks for it. */
  readonly openPage?: (() => Promise<FilmPage>) | undefined;
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
          page ??= openPage();
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
