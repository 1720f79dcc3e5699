/** Writes docs/reference/http.md from the service's OpenAPI document. */

const beginning = `# HTTP

The HTTP interface of \`render-service serve\`, from the OpenAPI document that it serves at \`/openapi.json\`.
[Run the service](../guides/service.md) covers settings and deployment, and [errors](errors.md) the cause of each status.

<!-- Written by npm run docs. -->

\`\`\`sh
curl --data-binary @examples/hello.json --header 'Content-Type: application/json' \\
  --output hello.png 'http://127.0.0.1:8799/render?format=png&width=640'
\`\`\`

Responses are JSON (\`application/json\`) unless a status names other types. Every error is \`{"error": "…"}\`: the place, the rule and the
value seen. With a token, every request needs
\`Authorization: Bearer <token>\`, except for \`/openapi.json\`.

A project may be in [shorthand](shorthand.md), but cannot name files: embed them, or send what \`render-service expand\` prints.
Any request may also get a 404, 405, 408 or 431 from the server; [errors](errors.md#http) has their causes.
`;

const ending = `
## Documents

The first needs no token.

| path | contents |
|---|---|
| \`GET /openapi.json\` | the OpenAPI document |
| \`GET /schemas/project.json\` | the JSON Schema of projects |
| \`GET /examples/hello.json\` | a complete starter project |
`;

/** The text of the page, from an OpenAPI document as an object. */
export function httpPage({ paths }) {
  const described = new Map();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method, operation, described)),
  );
  return [beginning, ...operations, ending].join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

/** `described` has the operation of each table that the page has already, which is not repeated. */
function describe(
  path,
  method,
  { summary, description, parameters = [], requestBody, responses },
  described,
) {
  const name = `${method.toUpperCase()} ${path}`;
  const inputs = [
    ...(requestBody === undefined ? [] : [`The body: ${lowerFirst(requestBody.description)}`]),
    ...(parameters.length === 0 ? [] : [parameterTable(parameters)]),
  ].join('\n\n');
  const other = described.get(inputs);
  described.set(inputs, name);
  return [
    `## ${name}`,
    `${summary}. ${description}`,
    ...(inputs === ''
      ? []
      : [other === undefined ? inputs : `The body and the parameters are those of \`${other}\`.`]),
    responseTable(responses),
    ...headerTable(responses[200].headers),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function parameterTable(parameters) {
  const rows = parameters.map(({ name, schema, description }) => [
    `\`${name}\``,
    valuesOf(schema),
    schema.default === undefined ? '' : `\`${schema.default}\``,
    description,
  ]);
  return table(['parameter', 'values', 'default', 'meaning'], rows);
}

function valuesOf({ enum: values, type, minimum, maximum }) {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  const noun = type === 'integer' ? 'whole number' : type;
  if (maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`;
  return minimum === undefined ? noun : `${noun} from ${minimum}`;
}

function responseTable(responses) {
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => {
    const types = Object.keys(content).filter((type) => type !== 'application/json');
    const meaning = description.replace(/\.$/, '');
    return [
      status,
      types.length === 0 ? meaning : `${meaning}: ${types.map((type) => `\`${type}\``).join(', ')}`,
    ];
  });
  return table(['status', 'meaning'], rows);
}

/** The headers that only this operation has; those of every response are described by a reference. */
function headerTable(headers = {}) {
  const rows = Object.entries(headers)
    .filter(([, { description }]) => description !== undefined)
    .map(([name, { description }]) => [`\`${name}\``, description]);
  return rows.length === 0 ? [] : [table(['header', 'meaning'], rows)];
}

function table(heads, rows) {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function lowerFirst(text) {
  return text[0].toLowerCase() + text.slice(1);
}
