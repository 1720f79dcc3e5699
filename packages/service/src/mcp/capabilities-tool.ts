import type { McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';
import { capabilitiesWith } from '@render-service/engine/formats';
import { capabilitiesDescription } from './descriptions.ts';
import { capabilitiesResult } from './result-schemas.ts';
import { toolArguments } from './tool-arguments.ts';
import { structuredResult } from './tool-result.ts';

/** Registers the tool service_capabilities. */
export function registerCapabilitiesTool(server: McpServer, offered: readonly OutputFormat[]): void {
  const capabilities = capabilitiesWith(offered);
  server.registerTool(
    'service_capabilities',
    {
      description: capabilitiesDescription,
      inputSchema: toolArguments({}, () => ({})),
      outputSchema: capabilitiesResult,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    },
    () => structuredResult(capabilities),
  );
}
