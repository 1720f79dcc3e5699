/** A complete HTTP response. Header names are in lower case; the values of a repeated header are joined by `, `. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The body as JSON; throws an Error that shows a body that is not JSON. */
export function jsonOf(response: HttpResponse): unknown {
  const text = response.body.toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the body of the response ${response.status} is not JSON: ${text.slice(0, 200)}`);
  }
}

/** The message of an error response; throws an Error for any other response. */
export function errorOf(response: HttpResponse): string {
  const json = jsonOf(response);
  if (typeof json === 'object' && json !== null && 'error' in json && typeof json.error === 'string') {
    return json.error;
  }
  throw new Error(
    `the body of the response ${response.status} has no error: ${response.body.toString().slice(0, 200)}`,
  );
}

/** Headers from a list of alternating names and values, as in Node's `rawHeaders`. */
export function headersFrom(raw: readonly string[]): HttpResponse['headers'] {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at].toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${raw[at + 1]}` : raw[at + 1];
  }
  return headers;
}
