/** A day. */
const maxTimeMs = 86_400_000;

const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,6})?)$/;

/** Reads a time such as "0:12.4" or "1:02:03" in milliseconds; undefined for any other text. */
export function readClock(text: string): number | undefined {
  const [, hours = '0', minutes, seconds] = clock.exec(text.trim()) ?? [];
  if (minutes === undefined || seconds === undefined || Number(seconds) >= 60) return undefined;
  const time = Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
  return time <= maxTimeMs ? time : undefined;
}

/** Shows a time as "0:12.4". */
export function showClock(ms: number): string {
  const tenths = Math.round(Math.max(0, ms) / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}
