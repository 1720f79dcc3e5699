import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { checkFilm } from '../../../../../test/support/film/check-film.ts';
import { waitUntil } from '../../../../../test/support/wait-until.ts';

const main = fileURLToPath(new URL('../../../../render-service/dist/cli/main.js', import.meta.url));

/** The protocol revisions that this client supports. */
export type Era = '2025-03-26' | '2025-11-25' | '2026-07-28';

export type Json = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Json | undefined;
}

export interface WireOptions {
  readonly era?: Era;
  /** The command to start in place of the tool server itself. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly cwd?: string;
}

/** The command line that starts the built tool server. */
export const serverCommand: readonly string[] = [process.execPath, main, 'mcp'];

/**
 * A client written from the protocol's text: messages are lines of JSON. It stores every line that the server writes,
 * and throws for an invalid message.
 */
export class WireClient {
  readonly lines: string[] = [];
  readonly process: ChildProcess;
  readonly finished: Promise<number | NodeJS.Signals | null>;
  stderr = '';

  readonly #era: Era;
  #unfinishedLine = '';
  #lastId = 0;

  /** Starts a server, which ends with the test by default; nothing is sent yet. */
  constructor(
    { era = '2025-11-25', command = serverCommand, args = [], env, uid, cwd }: WireOptions = {},
    onFinished: (end: () => Promise<void>) => void = onTestFinished,
  ) {
    this.#era = era;
    const [program, ...rest] = [...command, ...args];
    const child = spawn(program, rest, { stdio: 'pipe', env: { ...process.env, ...env }, uid, cwd });
    this.process = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#unfinishedLine + text).split('\n');
      this.#unfinishedLine = lines.pop() ?? '';
      this.lines.push(...lines);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    // Nothing is written to a killed server.
    child.stdin.on('error', () => {});
    this.finished = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve(code ?? signal));
    });
    onFinished(async () => {
      child.stdin.destroy();
      const tooLong = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await this.finished;
      clearTimeout(tooLong);
    });
  }

  /** A server that is ready for requests. */
  static async open(
    options: WireOptions = {},
    onFinished: (end: () => Promise<void>) => void = onTestFinished,
  ): Promise<WireClient> {
    const client = new WireClient(options, onFinished);
    if (client.#era !== '2026-07-28') {
      const { result } = await client.request('initialize', {
        protocolVersion: client.#era,
        capabilities: {},
        clientInfo: { name: 'wire-client', version: '1.0.0' },
      });
      if (!result) throw new Error('the server does not initialize');
      client.notify('notifications/initialized');
    }
    return client;
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Everything that the server has written so far, including responses to batches. */
  get messages(): Json[] {
    return this.lines.flatMap((line) => {
      const written: unknown = JSON.parse(line);
      const messages: readonly unknown[] = Array.isArray(written) ? written : [written];
      if (messages.length > 0 && messages.every(isMessage)) return messages;
      throw new Error(`a line is no message: ${line}`);
    });
  }

  /** The text after the last whole line, which is empty between messages. */
  get unfinishedLine(): string {
    return this.#unfinishedLine;
  }

  /** Parameters of the progress notifications for a token, in order. */
  progress(token: string | number): Json[] {
    return this.messages
      .filter(({ method }) => method === 'notifications/progress')
      .map(({ params }) => params as Json)
      .filter(({ progressToken }) => progressToken === token);
  }

  sendText(text: string): void {
    this.process.stdin?.write(text);
  }

  /** Sends a request and returns its id. */
  send(method: string, params: Json = {}): number {
    const id = ++this.#lastId;
    this.sendText(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: this.#withEnvelope(params) })}\n`);
    return id;
  }

  notify(method: string, params: Json = {}): void {
    this.sendText(`${JSON.stringify({ jsonrpc: '2.0', method, params: this.#withEnvelope(params) })}\n`);
  }

  /** The response to a sent request. */
  answer(id: number, limitMs = 60_000): Promise<Json> {
    const find = () => {
      if (this.process.exitCode !== null)
        throw new Error(`the server ended with ${this.process.exitCode}: ${this.stderr}`);
      return this.messages.find((message) => message.id === id && !('method' in message));
    };
    return waitUntil(`the server answers request ${id}`, find, limitMs);
  }

  request(method: string, params?: Json): Promise<Json> {
    return this.answer(this.send(method, params));
  }

  /** Sends a tool call and returns its id, which is also its progress token. */
  startTool(name: string, args: Json): number {
    return this.send('tools/call', {
      name,
      arguments: args,
      _meta: { progressToken: this.#lastId + 1 },
    });
  }

  /** The result of a sent tool call; a film in the result is checked. */
  async toolResult(id: number): Promise<ToolResult> {
    const { result, error } = await this.answer(id);
    if (error) throw new Error(`a protocol error instead of a tool's: ${JSON.stringify(error)}`);
    const { content, structuredContent, isError } = result as Json;
    const [first] = content as { type: string; text: string }[];
    if (first.type !== 'text') throw new Error(`the content is ${first.type}`);
    const structured = structuredContent as Json | undefined;
    if (structured?.format === 'mp4')
      await checkFilm(await readFile(String(structured.outputPath)), structured);
    return { isError: isError === true, text: first.text, structured };
  }

  callTool(name: string, args: Json = {}): Promise<ToolResult> {
    return this.toolResult(this.startTool(name, args));
  }

  /** The text of a tool's error; throws an Error when the tool succeeds. */
  async toolError(name: string, args: Json): Promise<string> {
    const { isError, text } = await this.callTool(name, args);
    if (!isError) throw new Error(`${name} succeeded: ${text}`);
    return text;
  }

  /** Waits until a render reports a frame. */
  async untilMidFilm(token: number): Promise<void> {
    await waitUntil('the film is being rendered', () => this.progress(token).length > 0, 30_000);
  }

  #withEnvelope(params: Json): Json {
    if (this.#era !== '2026-07-28') return params;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': this.#era,
      'io.modelcontextprotocol/clientInfo': { name: 'wire-client', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return { ...params, _meta: { ...(params._meta as Json | undefined), ...meta } };
  }
}

/** One server for all tests around: started before the first, ended after the last. */
export function useWireClient(): () => WireClient {
  let client: WireClient | undefined;
  let end: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    client = await WireClient.open({}, (ending) => {
      end = ending;
    });
  });
  afterAll(() => end?.());
  return () => {
    if (!client) throw new Error('the tool server runs only during tests');
    return client;
  };
}

function isMessage(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}
