import { McpServer } from '@modelcontextprotocol/server';
import { packageVersion } from '../contract/package-version.ts';
import { registerCapabilitiesTool } from './capabilities-tool.ts';
import { instructions } from './descriptions.ts';
import { registerInspectTool } from './inspect-tool.ts';
import type { JobDesk } from './job-desk.ts';
import { registerRenderTool } from './render-tool.ts';
import { registerResources } from './resources.ts';

/** A server of the Model Context Protocol with all tools and resources, not yet connected to a client. */
export function createToolServer(desk: JobDesk): McpServer {
  const server = new McpServer(
    { name: 'render-service', title: 'Render Service', version: packageVersion() },
    // What is offered never changes while the server runs.
    { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  );
  registerCapabilitiesTool(server);
  registerInspectTool(server, desk);
  registerRenderTool(server, desk);
  registerResources(server);
  return server;
}
