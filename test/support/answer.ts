/** A whole HTTP answer. Header names are in lower case; a header that came more than once is joined by `, `. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The body as JSON; throws an Error that shows a body that is none. */
export function jsonOf(answer: Answer): unknown {
  const text = answer.body.toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the answer ${answer.status} is not JSON: ${text.slice(0, 200)}`);
  }
}

/** The sentence of an error; throws an Error for any other answer. */
export function errorOf(answer: Answer): string {
  const json = jsonOf(answer);
  if (typeof json === 'object' && json !== null && 'error' in json && typeof json.error === 'string') {
    return json.error;
  }
  throw new Error(`the answer ${answer.status} has no error: ${answer.body.toString().slice(0, 200)}`);
}

/** Headers as Node keeps the raw ones, name and value in turn. */
export function headersFrom(raw: readonly string[]): Answer['headers'] {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at].toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${raw[at + 1]}` : raw[at + 1];
  }
  return headers;
}
