import { McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';
import { contractFormats } from '@render-service/engine/formats';
import { packageVersion } from '../contract/package-version.ts';
import { registerCapabilitiesTool } from './capabilities-tool.ts';
import { instructions } from './descriptions.ts';
import { registerResources } from './documents.ts';
import { registerInspectTool } from './inspect-tool.ts';
import type { JobRunner } from './job-runner.ts';
import { registerRenderTool } from './render-tool.ts';

/**
 * A server of the Model Context Protocol with all tools and resources, not yet connected to a client. It renders the
 * formats `offered`.
 */
export function createToolServer(
  runner: JobRunner,
  offered: readonly OutputFormat[] = contractFormats,
): McpServer {
  const server = new McpServer(
    { name: 'render-service', title: 'Render Service', version: packageVersion() },
    // Tools and resources never change while the server runs.
    { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  );
  registerCapabilitiesTool(server, offered);
  registerInspectTool(server, runner, offered);
  registerRenderTool(server, runner, offered);
  registerResources(server, offered);
  return server;
}
