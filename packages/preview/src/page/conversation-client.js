/** @import { FilmState } from '../film-state.ts' */
/** @import { StateAnswer } from '../conversation-films.ts' */
/** @import { PageAnswers, PageOrders, PageQueries } from '../page-messages.ts' */

// MCP Apps, revision 2026-01-26: a page in a conversation speaks JSON-RPC with the client around it, which passes its
// calls on to the tool server. The functions that server-client.js has, too, take the same arguments.

const protocolVersion = '2026-01-26';

/** Milliseconds until a question that failed is asked again. */
const retryMs = 1500;

/** The beginning of the URIs by which the server answers questions. */
const questionStart = 'service://film/';

/**
 * @typedef {{ readonly name: string, readonly arguments: Readonly<Record<string, unknown>> }} ToolCall
 * @typedef {{ readonly isError?: boolean, readonly content?: readonly { readonly type: string, readonly text?: string }[],
 *   readonly structuredContent?: Readonly<Record<string, unknown>> }} ToolResult
 * @typedef {{ readonly inputPath: string, readonly theme?: string }} Project
 */

/**
 * What the client around the page can do, as it says at the start.
 * @type {Readonly<Record<string, unknown>>}
 */
let client = {};
/** @type {Project | null} */
let project = null;
/** @type {Readonly<Record<string, string | number | boolean>>} */
let variables = {};
/** @type {FilmState | null} */
let film = null;

let lastId = 0;
/** @type {Map<number, { readonly done: (value: any) => void, readonly failed: (error: Error) => void }>} */
const waiting = new Map();

/** @param {object} message */
function post(message) {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

/**
 * Sends a request to the client around the page.
 * @param {string} method
 * @param {object} params
 * @returns {Promise<any>}
 */
function request(method, params) {
  const id = ++lastId;
  post({ id, method, params });
  return new Promise((done, failed) => waiting.set(id, { done, failed }));
}

/**
 * Tells the client around the page something.
 * @param {string} method
 * @param {object} [params]
 */
export function notify(method, params = {}) {
  post({ method, params });
}

/**
 * Asks the tool server.
 * @param {object} question
 * @returns {Promise<{ readonly text?: string, readonly blob?: string }>}
 */
async function ask(question) {
  if (!project) throw new Error('there is no film yet');
  const uri = questionStart + encodeURIComponent(JSON.stringify({ ...question, ...project }));
  const { contents } = await request('resources/read', { uri });
  return contents[0];
}

/** @param {object} question */
async function askForJson(question) {
  const { text = 'null' } = await ask(question);
  return JSON.parse(text);
}

/**
 * @template {keyof PageAnswers & keyof PageQueries} Path
 * @param {Path} path
 * @param {PageQueries[Path]} query
 * @returns {Promise<PageAnswers[Path] | null>}
 */
export function askJson(path, query) {
  return askForJson({ ask: path.replace('api/', ''), ...query });
}

/**
 * @param {PageQueries['api/still']} query
 * @param {AbortSignal} signal
 */
export async function askPicture({ revision, timeMs, width }, signal) {
  const { blob = '' } = await ask({ ask: 'still', revision, timeMs, width });
  signal.throwIfAborted();
  return Uint8Array.from(atob(blob), (letter) => letter.charCodeAt(0)).buffer;
}

/** @param {number} revision */
export async function movieUrl(revision) {
  const { blob } = await ask({ ask: 'movie', revision });
  return `data:video/mp4;base64,${blob}`;
}

/**
 * Calls a tool. Rejects with the message of a tool that fails.
 * @param {ToolCall} call
 * @returns {Promise<Readonly<Record<string, unknown>>>}
 */
async function callTool(call) {
  /** @type {ToolResult} */
  const result = await request('tools/call', call);
  const text = result.content?.find(({ type }) => type === 'text')?.text ?? '';
  if (result.isError) throw new Error(text);
  return result.structuredContent ?? JSON.parse(text);
}

/** The arguments of tools that are about the film with the values that are tried. */
function filmArguments() {
  return { ...project, ...(Object.keys(variables).length > 0 && { variables }) };
}

/**
 * @template {keyof PageOrders} Path
 * @param {Path} path
 * @param {PageOrders[Path]} order
 */
export async function send(path, order) {
  if ('advice' in order) {
    const path = film?.remarks.find(({ fix }) => fix === order.advice)?.path;
    if (path === undefined) throw new Error('not fixed: the file has changed since this version was read');
    const { changes } = await callTool({ name: 'service_fix', arguments: { ...filmArguments(), path } });
    if (!Array.isArray(changes) || changes.length === 0) throw new Error('not fixed: the fix does not help');
    tellModel(
      `In the page with the film, the user applied a fix to ${project?.inputPath}: ${JSON.stringify(changes)}`,
    );
    return null;
  }
  if ('values' in order) {
    variables = /** @type {typeof variables} */ (order.values ?? {});
    await askForJson({ ask: 'state', variables });
    return null;
  }
  throw new Error(`the conversation has no ${path}`);
}

/**
 * Tells the model what the user did, if the client passes that on.
 * @param {string} text
 */
function tellModel(text) {
  if (client.updateModelContext)
    void request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {});
}

/**
 * Renders the film into a new file beside the project's, with the next free name. Resolves with its path.
 * @param {object} order
 * @param {string} order.format
 * @param {string} order.extension
 * @param {number} [order.timeMs]
 * @param {(message: string) => void} onMessage
 */
export async function exportFilm({ format, extension, timeMs }, onMessage) {
  const base = (project?.inputPath ?? '').replace(/\.[^./\\]*$/, '');
  for (let number = 1; ; number++) {
    const outputPath = `${base}${number === 1 ? '' : `-${number}`}.${extension}`;
    onMessage(`Making ${outputPath} …`);
    const options = { outputPath, format, ...(timeMs !== undefined && { timeMs }) };
    try {
      let made = await callTool({ name: 'service_render', arguments: { ...filmArguments(), ...options } });
      while (made.status === 'running') {
        const { framesDone, frames, job } = made;
        onMessage(
          `Making ${outputPath} …${framesDone === undefined ? '' : ` ${framesDone} of ${frames} frames`}`,
        );
        made = await callTool({ name: 'service_job', arguments: { job } });
      }
      tellModel(`In the page with the film, the user exported ${outputPath}`);
      return outputPath;
    } catch (error) {
      if (number < 100 && /exists/.test(messageOf(error))) continue;
      throw error;
    }
  }
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Resolves when the page can be seen. A hidden page sends no requests. */
const seen = (() => {
  let isSeen = true;
  /** @type {(() => void)[]} */
  let listeners = [];
  new IntersectionObserver((entries) => {
    isSeen = entries.some(({ isIntersecting }) => isIntersecting);
    if (!isSeen) return;
    for (const listener of listeners) listener();
    listeners = [];
  }).observe(document.documentElement);
  return () => (isSeen ? Promise.resolve() : new Promise((done) => listeners.push(() => done(undefined))));
})();

/**
 * Connects the page with the client around it, and follows the film that the tool call is about.
 * @param {object} listeners
 * @param {(film: FilmState) => void} listeners.onFilm
 * @param {(message: string | null) => void} listeners.onFailure Gets why the film cannot be followed, or null.
 * @param {(context: Readonly<Record<string, any>>) => void} listeners.onContext Gets what is known of the place of the page.
 * @param {{ readonly name: string, readonly version: string }} app
 */
export async function follow({ onFilm, onFailure, onContext }, app) {
  /** @type {() => void} */
  let begin = () => {};
  const called = new Promise((done) => {
    begin = () => done(undefined);
  });
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    if (data.method === undefined) {
      const { done, failed } = waiting.get(data.id) ?? {};
      waiting.delete(data.id);
      if (data.error) failed?.(new Error(data.error.message));
      else done?.(data.result);
    } else if (data.method === 'ui/notifications/tool-input') {
      const { inputPath, theme, variables: given } = data.params.arguments ?? {};
      if (typeof inputPath !== 'string') return;
      project = { inputPath, ...(theme !== undefined && { theme }) };
      if (given) variables = given;
      begin();
    } else if (data.method === 'ui/notifications/host-context-changed') onContext(data.params);
    else if (data.id !== undefined) post({ id: data.id, result: {} });
  });
  const { hostCapabilities, hostContext } = await request('ui/initialize', {
    appInfo: app,
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion,
  });
  client = hostCapabilities ?? {};
  onContext(hostContext ?? {});
  notify('ui/notifications/initialized');
  await called;
  /** @type {number | undefined} */
  let after;
  let isTried = Object.keys(variables).length > 0;
  for (;;) {
    await seen();
    try {
      /** @type {StateAnswer} */
      const answer = await askForJson({ ask: 'state', after, ...(isTried && { variables }) });
      isTried = false;
      onFailure(null);
      if (answer.number !== after) {
        after = answer.number;
        film = answer.film;
        onFilm(answer.film);
      }
    } catch (error) {
      after = undefined;
      onFailure(messageOf(error));
      await new Promise((done) => setTimeout(done, retryMs));
    }
  }
}

/** Asks the client around the page to show it larger, or as before. */
export function requestDisplay(/** @type {'inline' | 'fullscreen'} */ mode) {
  return request('ui/request-display-mode', { mode });
}
