import { type Area, statements } from './requirement.ts';

export const http: Area = {
  title: 'HTTP',
  requirements: [
    ...statements(
      'specification',
      'Endpoints',
      `
http.errors.body: Every response with a status other than 200 has a JSON body with one field, error, a string.
`,
    ),
    ...statements(
      'specification',
      'GET /capabilities',
      `
http.capabilities: GET /capabilities responds with 200 and exactly the documented constants.
http.capabilities.no-input: GET /capabilities takes no body and no parameters.
`,
    ),
    ...statements(
      'specification',
      'POST /inspect',
      `
http.inspect.body: The body of /inspect is the project itself: no URL, no multipart, no wrapping object.
http.inspect.checks: An inspection validates structure, references and timing, and reports unsupported sources.
http.inspect.no-decoding: An inspection does not decode embedded media.
http.inspect.name: An inspection gives the project's name.
http.inspect.scenes: An inspection gives the number of scenes.
http.inspect.durationMs: An inspection gives the project's duration.
http.inspect.size: An inspection gives the width and height of the picture.
http.inspect.audibleTracks: An inspection gives the number of audible tracks.
http.inspect.issues: An inspection lists the issues.
http.inspect.capabilities: An inspection contains the capabilities.
`,
    ),
    ...statements(
      'specification',
      'POST /render',
      `
http.render.body: The body of /render follows the same rules as the body of /inspect.
http.render.bytes: /render responds with the bytes of the whole file.
http.render.format: format is svg, png or mp4; png is the default.
http.render.width: width is an integer from 1 to 1920.
http.render.height: height is an integer from 1 to 1920.
http.render.fps: fps is 24, 30 or 60; 30 is the default.
http.render.timeMs: timeMs is the time of a still, a number of at least 0; 0 is the default.
http.render.timeMs.inside: timeMs lies inside the project's duration.
http.render.timeMs.mp4: timeMs is 0 for MP4.
http.render.content-type: Content-Type is image/svg+xml, image/png or video/mp4, depending on the format.
http.render.disposition: Content-Disposition is an attachment with a file name.
http.render.frames: X-Service-Frames is the number of encoded frames, 0 for stills.
http.render.rasterized: X-Service-Rasterized-Frames is the number of frames drawn, without reused static holds.
http.render.duration: X-Service-Duration-Ms is the authored duration, 0 for stills.
`,
    ),
    ...statements(
      'specification',
      'GET /openapi.json',
      `
http.openapi: GET /openapi.json serves the interface description with the running service's origin as server address.
`,
    ),
    ...statements(
      'specification',
      'Authentication',
      `
http.auth.bearer: The scheme is HTTP bearer: Authorization: Bearer <token>.
http.auth.setting: SERVICE_RENDER_TOKEN sets the token.
http.auth.required: If a token is configured, it is required on every request, even on loopback.
http.auth.none: If no token is configured on loopback, requests are accepted without authentication.
http.auth.beyond-loopback: Binding to anything but loopback requires a configured token.
http.auth.wrong: A missing or incorrect token gives 401.
http.forbidden: A disallowed Origin or Host gives 403.
`,
    ),
    ...statements(
      'specification',
      'Errors',
      `
http.status.400: An unknown, empty or repeated query parameter gives 400.
http.status.413: An input over 32 MiB gives 413.
http.status.415: A Content-Type other than application/json gives 415.
http.status.422: An invalid project, invalid options, unsupported media and a failed render give 422.
http.status.429: A request while another inspect or render request is running gives 429.
http.status.500: An unexpected failure gives 500.
http.status.504: A render that exceeds its time limit gives 504.
`,
    ),
    ...statements(
      'interfaces',
      'HTTP',
      `
http.order-of-checks: The order of checks is path, method, Host, Origin, token, Content-Type, query names, busy, body
  size, values.
http.not-found: An unknown path is 404.
http.method: A method that a path does not support is 405 with Allow.
http.www-authenticate: A 401 carries WWW-Authenticate: Bearer.
http.retry-after: A 429 carries Retry-After.
http.refused-whole: A response to a request refused before its body was read is delivered whole.
http.host.bound: Host must be the bound host and port.
http.host.loopback: If the service is bound to loopback, Host may be any of 127.0.0.1, [::1] and localhost with the
  port.
http.host.wildcard: On a wildcard address any well-formed Host is accepted.
http.host.narrowed: SERVICE_RENDER_ALLOWED_HOSTS restricts the accepted Hosts on a wildcard address.
http.origin.own: The service's own Origin is accepted.
http.origin.allowed: An allowed Origin is accepted.
http.origin.refused: Any other Origin is 403, including null.
http.cors.headers: An allowed cross origin gets the CORS headers that browsers need.
http.cors.preflight: The preflight of an allowed cross origin gets 200 without a body.
http.auth.constant-time: Tokens are compared in constant time.
http.auth.single: Two Authorization headers are 401.
http.auth.scheme-case: The scheme of Authorization is case-insensitive.
http.content-type.parameters: application/json may have parameters, including charset=utf-8; another charset is 415.
http.content-encoding: A Content-Encoding other than identity is 415.
http.public: GET and HEAD of /openapi.json, /schemas/project.json and /examples/hello.json are public, for any token and
  Origin.
http.public.host: The Host is checked for public documents too.
http.query.render: The query names of /render are format, width, height, fps and timeMs.
http.query.inspect: /inspect accepts the same names, and reports what would stop that render.
http.query.names: Unknown, empty and repeated names are 400.
http.query.values: An invalid value is 422.
http.body.utf8: The body is UTF-8 JSON; a byte order mark is allowed.
http.body.invalid: Invalid UTF-8 or JSON is 422, with its place.
http.busy.together: 429 applies to inspect and render together.
http.busy.span: A request counts from when its body is complete until its work is done, or its client has disconnected.
http.busy.rooms: Arriving bodies and unread responses are bounded in number and in bytes.
http.busy.slowest: When that room is full, the slowest client gives way to another that needs the room.
http.busy.silence: A client that stops sending is disconnected after 30 to 60 s without bytes.
http.busy.slow: A client that sends or reads more slowly than the minimum rate is disconnected, and a faster one is not.
http.head-time: No header or query of a permitted size takes the service more than 5 ms.
http.connection.bounded: One connection has a bounded number of waiting requests; one more closes it.
http.headers.nosniff: Every response has X-Content-Type-Options: nosniff.
http.headers.no-store: Every response except the public documents has Cache-Control: no-store.
http.headers.public: The public documents have Cache-Control: public, max-age=300 and Access-Control-Allow-Origin: *.
http.errors.sentence: An error is one sentence that names the rule and, where useful, the value seen.
http.errors.unknown: An unknown failure is 500 with a general sentence; its details go to the log, never to the client.
http.errors.crash: A render process that crashes or runs out of memory is a render failure, 422.
http.disposition.name: The file name consists of the letters, digits, - and _ of the project's name; project if nothing
  remains.
http.disposition.extended: A name with other characters is also given as filename* (RFC 5987).
http.rasterized.values: X-Service-Rasterized-Frames is 1 for PNG, 0 for SVG and the number of drawn frames for MP4.
http.stop.disconnect: A disconnect stops the work and frees the service for the next request.
http.stop.timeout: A timeout stops the work and frees the service for the next request.
http.stop.inspection-timeout: An inspection that exceeds the time limit of renders gives 422.
http.stop.nothing-left: Stopped work leaves nothing running.
http.log.line: Logs go to stderr, one JSON line per request: method, path, status, ms and bytes.
http.log.discreet: Logs contain no project content and no token.
http.shutdown.accepting: On SIGINT and SIGTERM the service stops accepting requests.
http.shutdown.finish: On SIGINT and SIGTERM the running render may finish, then the service exits with 0.
http.shutdown.limit: A render that does not finish within 10 s of a signal is stopped, and the service exits with 0.
http.shutdown.second: A second signal exits at once.
http.openapi.version: /openapi.json is OpenAPI 3.1.1, info.version 0.1.0.
http.openapi.server: The only server in /openapi.json is the origin of the running service.
http.openapi.operations: /openapi.json describes the three operations with every parameter, header, status and schema.
http.openapi.valid: /openapi.json is valid against the official meta-schema.
http.openapi.schema: /openapi.json and /schemas/project.json contain the same project schema.
http.schema.validates: The served project schema accepts every project that validation accepts.
`,
    ),
  ],
};
