/** Milliseconds between two attempts to reach a server that is gone. */
const retryMs = 1000;

/** Asks the server for JSON; null if that is of an older version. Rejects with the sentence that it gives for a failure. */
export async function askJson(path, parameters, options) {
  const response = await fetch(`${path}?${new URLSearchParams(parameters)}`, options);
  if (response.status === 204) return null;
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

/** Asks for a picture, packed for `unpackPixels`; null if the server left it out because a newer one was asked for. */
export async function askPicture(parameters, signal) {
  const response = await fetch(`api/still?${new URLSearchParams(parameters)}`, { signal });
  if (response.status === 204) return null;
  if (!response.ok) throw await failureOf(response);
  return response.arrayBuffer();
}

/** Starts an export, and gives its first state. */
export async function startExport(order) {
  const body = JSON.stringify(order);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('api/exports', { method: 'POST', body, headers });
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

export async function cancelExport(id) {
  await fetch(`api/exports/${id}`, { method: 'DELETE' });
}

async function failureOf(response) {
  const { error } = await response.json().catch(() => ({ error: `status ${response.status}` }));
  return new Error(error);
}

/**
 * Listens to the server's events, for as long as the page can be seen: browsers allow few connections to one server. After a
 * break it connects again. `onConnection` is told `connected`, `lost` or `refused`, for a server that was started anew.
 */
export function listen({ onFilm, onExport, onConnection }) {
  let source;
  let timer;
  const stop = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const start = () => {
    stop();
    source = new EventSource('api/events');
    source.addEventListener('open', () => onConnection('connected'));
    source.addEventListener('film', (event) => onFilm(JSON.parse(event.data)));
    source.addEventListener('export', (event) => onExport(JSON.parse(event.data)));
    source.addEventListener('error', async () => {
      stop();
      timer = setTimeout(start, retryMs);
      const answer = await fetch('preview.css', { method: 'HEAD' }).catch(() => undefined);
      onConnection(answer?.status === 401 ? 'refused' : 'lost');
    });
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stop();
    else if (!source) start();
  });
  start();
}
