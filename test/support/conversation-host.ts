import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { getToolUiResourceUri, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge';
import { build } from 'esbuild';
import type { Page } from '../tools/playwright.mjs';
import { type ChromiumSession, openChromium } from './chromium-session.ts';

const main = fileURLToPath(new URL('../../packages/render-service/dist/cli/main.js', import.meta.url));

/** What a client allows a page in a conversation: its own code and data, and nothing else. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; media-src data:";

/** A client's part that shows pages, of the SDK of MCP Apps. `askServer` is the tool server. */
const hostScript = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
window.told = [];
window.openPage = async ({ html, call, context, width, capabilities }) => {
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { width: width + 'px', height: '100px', border: 0, display: 'block' });
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'Film';
  document.body.replaceChildren(frame);
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, capabilities, { hostContext: context });
  const answer = (method, params) => askServer(method, params);
  bridge.oncalltool = (params) => answer('tools/call', params);
  bridge.onreadresource = (params) => answer('resources/read', params);
  bridge.onsizechange = ({ height }) => { frame.style.height = height + 'px'; };
  bridge.onupdatemodelcontext = async ({ content }) => { window.told.push(...content.map(({ text }) => text)); return {}; };
  bridge.onrequestdisplaymode = async ({ mode }) => { bridge.setHostContext({ ...context, displayMode: mode }); return { mode }; };
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: call.arguments });
    await bridge.sendToolResult(await answer('tools/call', call));
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
};
`;

/** How a client shows a page. */
export interface Shown {
  readonly width: number;
  readonly theme?: 'light' | 'dark';
}

/** A client with a conversation in Chromium, and a tool server that lists all tools. */
export class ConversationHost {
  readonly client: Client;
  readonly page: Page;
  readonly faults: string[] = [];
  readonly #transport: StdioClientTransport;
  readonly #chromium: ChromiumSession;

  private constructor(client: Client, transport: StdioClientTransport, chromium: ChromiumSession) {
    this.#transport = transport;
    this.client = client;
    this.#chromium = chromium;
    this.page = chromium.page;
  }

  static async open(env: NodeJS.ProcessEnv = {}): Promise<ConversationHost> {
    const chromium = await openChromium({ viewport: { width: 940, height: 1000 } });
    const client = new Client({ name: 'conversation', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', '--tools', 'all'],
      env: { ...process.env, ...env } as Record<string, string>,
      stderr: 'inherit',
    });
    await client.connect(transport);
    const host = new ConversationHost(client, transport, chromium);
    const { page } = host;
    page.on('pageerror', (error) => host.faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') host.faults.push(message.text());
    });
    await page.exposeFunction('askServer', (method: string, params: never) =>
      method === 'tools/call' ? client.callTool(params) : client.readResource(params),
    );
    const { outputFiles } = await build({
      stdin: { contents: hostScript, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
      ...{ bundle: true, format: 'esm', write: false, logLevel: 'error' },
    });
    const [script] = outputFiles;
    await page.route('**/*', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Conversation</title><body style="margin:0"><script type="module">${script?.text.replaceAll('</script', '<\\/script')}</script></body></html>`,
      }),
    );
    await page.goto('http://conversation.test/');
    return host;
  }

  /** Calls a tool and shows the page of its listing. */
  async call(
    name: string,
    given: object,
    { width, theme = 'dark' }: Shown,
    capabilities: object = { serverTools: {}, serverResources: {}, updateModelContext: { text: {} } },
  ): Promise<void> {
    const { tools } = await this.client.listTools();
    const tool = tools.find((one) => one.name === name);
    const uri = tool && getToolUiResourceUri(tool);
    if (uri === undefined) throw new Error('the tool has no page');
    const [content] = (await this.client.readResource({ uri })).contents;
    if (content?.mimeType !== RESOURCE_MIME_TYPE || !('text' in content)) throw new Error('this is no page');
    const html = content.text.replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    );
    const context = { theme, displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] };
    const shown = { html, call: { name, arguments: given }, context, width, capabilities };
    await this.page.evaluate(`window.openPage(${JSON.stringify(shown).replaceAll('<', '\\u003c')})`);
  }

  /** The page in the conversation. */
  get frame() {
    return this.page.frameLocator('iframe');
  }

  /** The id of the tool server's process. */
  get serverPid(): number {
    return this.#transport.pid ?? 0;
  }

  /** What the page has told the model. */
  told(): Promise<string[]> {
    return this.page.evaluate<string[]>('window.told');
  }

  async close(): Promise<void> {
    await this.#chromium.close();
    await this.client.close();
  }
}
