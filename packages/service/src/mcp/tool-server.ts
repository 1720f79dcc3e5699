import { McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';
import { contractFormats } from '@render-service/engine/formats';
import { packageVersion } from '../contract/package-version.ts';
import { registerCapabilitiesTool } from './capabilities-tool.ts';
import { instructions } from './descriptions.ts';
import { registerResources } from './documents.ts';
import { registerExpandTool } from './expand-tool.ts';
import { type FilmPage, registerFilmPage, shownOnPage } from './film-page.ts';
import { registerFixTool } from './fix-tool.ts';
import { registerInspectTool } from './inspect-tool.ts';
import type { JobRunner } from './job-runner.ts';
import { registerJobTool } from './job-tool.ts';
import { registerRenderTool } from './render-tool.ts';
import { registerSheetTool } from './sheet-tool.ts';
import type { ToolJobs } from './tool-jobs.ts';

/** What a tool server offers. */
export interface Offer {
  readonly formats?: readonly OutputFormat[] | undefined;
  /** Renders that take long; with them, the server lists all tools and not only those of the contract. */
  readonly jobs?: ToolJobs | undefined;
  /** Opens the page that shows films, for clients that show pages. */
  readonly openPage?: (() => Promise<FilmPage>) | undefined;
}

/** A server of the Model Context Protocol with its tools and resources, not yet connected to a client. */
export function createToolServer(
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
