import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilmState } from '../../packages/preview/src/film-state.ts';
import { type PreviewServer, startPreviewServer } from '../../packages/preview/src/server.ts';
import { PreviewSession } from '../../packages/preview/src/session.ts';
import { waitUntil } from './wait-until.ts';

export interface PreviewAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A preview of a project in a temporary folder. It runs in this process. */
export class PreviewStand implements AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  readonly session: PreviewSession;
  url: URL;
  #server: PreviewServer;

  private constructor(folder: string, session: PreviewSession, server: PreviewServer) {
    this.folder = folder;
    this.file = join(folder, 'film.json');
    this.session = session;
    this.url = new URL(server.url);
    this.#server = server;
  }

  static async open(
    text: string,
    files: Readonly<Record<string, Uint8Array>> = {},
    options: ConstructorParameters<typeof PreviewSession>[1] = {},
  ): Promise<PreviewStand> {
    const folder = await mkdtemp(join(tmpdir(), 'render-service-preview-'));
    await writeFile(join(folder, 'film.json'), text);
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    const session = new PreviewSession(join(folder, 'film.json'), options);
    const [server] = await Promise.all([startPreviewServer(session, 0), session.start()]);
    return new PreviewStand(folder, session, server);
  }

  /** A new one-time URL of the page. */
  issueUrl(): URL {
    return new URL(this.#server.issueUrl());
  }

  /** The path of the page, which contains its token, without the trailing slash. */
  get base(): string {
    return this.url.pathname.slice(0, -1);
  }

  /** Requests a path below the page. */
  ask(path: string, asked?: Asked): Promise<PreviewAnswer> {
    return this.askOutside(this.base + path, asked);
  }

  /** Sends an order as the page does. */
  order(path: string, order: unknown): Promise<PreviewAnswer> {
    const headers = { 'content-type': 'application/json', origin: this.url.origin };
    return this.ask(path, { method: 'POST', headers, body: JSON.stringify(order) });
  }

  /** Requests any path of the server. */
  askOutside(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<PreviewAnswer> {
    return new Promise((done, failed) => {
      const { hostname, port } = this.url;
      const asked = request({ hostname, port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      asked.on('error', failed);
      asked.end(body);
    });
  }

  /** Closes the server. The session continues. */
  stop(): Promise<void> {
    return this.#server.close();
  }

  /** Starts the server again on the same port, with the same token or another one. */
  async restart(token?: string): Promise<void> {
    this.#server = await startPreviewServer(this.session, Number(this.url.port), token);
    this.url = new URL(this.#server.url);
  }

  save(text: string): Promise<void> {
    return writeFile(this.file, text);
  }

  /** Waits until the state of the film satisfies `holds`. */
  until(what: string, holds: (state: FilmState) => boolean, limitMs?: number): Promise<FilmState> {
    return waitUntil(what, () => holds(this.session.state) && this.session.state, limitMs);
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.session.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** A small film in shorthand; `changes` replace fields at its top level. */
export function smallFilm(changes: Readonly<Record<string, unknown>> = {}): string {
  const film = {
    shorthand: true,
    name: 'Small',
    width: 320,
    height: 180,
    enter: 400,
    objects: {
      box: { kind: 'rectangle', name: 'A box', state: { x: 60, y: 90, width: 40, height: 40, fill: 'gold' } },
      dot: { kind: 'circle', name: 'A dot', state: { x: 240, y: 90, width: 60, height: 60 } },
    },
    compositions: {
      one: { name: 'First', duration: 300, states: { box: {} } },
      two: { name: 'Second', duration: 300, states: { dot: {}, box: { x: 120 } } },
    },
    ...changes,
  };
  return JSON.stringify(film, null, 2);
}
