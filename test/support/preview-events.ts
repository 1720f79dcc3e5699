import type { FilmState } from '../../packages/preview/src/film-state.ts';

/** The states of a film that the preview sends to its page. */
export interface PreviewEvents {
  /** Waits for a state that satisfies `holds`. The newest known state counts too. */
  next(holds: (state: FilmState) => boolean): Promise<FilmState>;
  close(): Promise<void>;
}

/** Listens like the page. `url` is the URL that the command printed. */
export async function eventsOf(url: string): Promise<PreviewEvents> {
  const stop = new AbortController();
  const { body } = await fetch(`${url}api/events`, { signal: stop.signal });
  if (!body) throw new Error('the preview sends no events');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let newest: FilmState | undefined;
  return {
    async next(holds) {
      for (;;) {
        if (newest && holds(newest)) return newest;
        const { value, done } = await reader.read();
        if (done) throw new Error('the preview has ended its events');
        const events = (text + value).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const data = /^event: film\ndata: (.*)$/s.exec(event)?.[1];
          if (data === undefined) continue;
          newest = JSON.parse(data) as FilmState;
          if (holds(newest)) return newest;
        }
      }
    },
    async close() {
      stop.abort();
      await reader.closed.catch(() => {});
    },
  };
}
