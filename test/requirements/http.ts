import { type Area, statements } from './requirement.ts';

export const http: Area = {
  title: 'HTTP',
  requirements: [
    ...statements(
      'specification',
      'Endpoints',
      `
http.errors.body: Every answer with a status other than 200 has a JSON body of one field, error, a string.
`,
    ),
    ...statements(
      'specification',
      'GET /capabilities',
      `
http.capabilities: GET /capabilities answers 200 with exactly the documented constants.
http.capabilities.no-input: GET /capabilities takes no body and no parameters.
`,
    ),
    ...statements(
      'specification',
      'POST /inspect',
      `
http.inspect.body: The body of /inspect is the project itself: no URL, no multipart, no object around it.
http.inspect.checks: An inspection validates structure, references and timing, and reports unsupported sources.
http.inspect.no-decoding: An inspection does not decode embedded media.
http.inspect.name: An inspection tells the project's name.
http.inspect.scenes: An inspection tells the number of scenes.
http.inspect.durationMs: An inspection tells the project's duration.
http.inspect.size: An inspection tells the width and height of the picture.
http.inspect.audibleTracks: An inspection counts the audible tracks.
http.inspect.issues: An inspection lists the issues.
http.inspect.capabilities: An inspection carries the capabilities.
`,
    ),
    ...statements(
      'specification',
      'POST /render',
      `
http.render.body: The body of /render is subject to the same rules as that of /inspect.
http.render.bytes: /render answers with the bytes of the whole file.
http.render.format: format is svg, png or mp4; png is the default.
http.render.width: width is an integer from 1 to 1920.
http.render.height: height is an integer from 1 to 1920.
http.render.fps: fps is 24, 30 or 60; 30 is the default.
http.render.timeMs: timeMs is the time of a still, a number of at least 0; 0 is the default.
http.render.timeMs.inside: timeMs lies inside the project's duration.
http.render.timeMs.mp4: timeMs is 0 for MP4.
http.render.content-type: Content-Type is image/svg+xml, image/png or video/mp4 by the format.
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
http.openapi: GET /openapi.json serves the interface description with the running origin as server address.
`,
    ),
    ...statements(
      'specification',
      'Authentication',
      `
http.auth.bearer: The scheme is HTTP bearer: Authorization: Bearer <token>.
http.auth.setting: The token is that of SERVICE_RENDER_TOKEN.
http.auth.required: With a token configured, it is required on every request, on loopback too.
http.auth.none: With no token configured on loopback, requests are accepted without authentication.
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
http.method: A method that a path does not have is 405 with Allow.
http.www-authenticate: A 401 carries WWW-Authenticate: Bearer.
http.retry-after: A 429 carries Retry-After.
http.refused-whole: A request refused before its body was read still gets its answer delivered whole.
http.host.bound: Host must be the bound host and port.
http.host.loopback: Bound to loopback, Host may be any of 127.0.0.1, [::1] and localhost with the port.
http.host.wildcard: On a wildcard bind any well-formed Host passes.
http.host.narrowed: SERVICE_RENDER_ALLOWED_HOSTS narrows what passes on a wildcard bind.
http.origin.own: The service's own Origin passes.
http.origin.allowed: An allowed Origin passes.
http.origin.refused: Any other Origin is 403; null is one of them.
http.cors.headers: An allowed cross origin gets the CORS headers that a browser needs.
http.cors.preflight: The preflight of an allowed cross origin is answered 200 without a body.
http.auth.constant-time: Tokens are compared in constant time.
http.auth.single: Two Authorization headers are 401.
http.auth.scheme-case: The scheme of Authorization is case-insensitive.
http.content-type.parameters: application/json may have parameters, charset=utf-8 among them; another charset is 415.
http.content-encoding: A Content-Encoding other than identity is 415.
http.public: GET and HEAD of /openapi.json, /schemas/project.json and /examples/hello.json are public, whatever the token
  and the Origin.
http.public.host: The Host is checked for public documents too.
http.query.render: The query names of /render are format, width, height, fps and timeMs.
http.query.inspect: /inspect takes the same names, and reports what that render would refuse.
http.query.names: Unknown, empty and repeated names are 400.
http.query.values: A value that is not allowed is 422.
http.body.utf8: The body is UTF-8 JSON; a byte order mark is allowed.
http.body.invalid: Invalid UTF-8 or JSON is 422 and says where.
http.busy.together: 429 counts inspect and render together.
http.busy.span: A request counts from when its body is whole until its work is done, or its client has left.
http.busy.rooms: Bodies that arrive and responses that wait to be read are bounded in number and in bytes.
http.busy.slowest: When that room is full, the slowest client gives way to another that needs the room.
http.busy.silence: A client that stops sending is cut off after 30 s without bytes.
http.busy.slow: A client that sends or reads more slowly than the least rate is cut off, and a faster one is not.
http.head-time: No header or query of a permitted size takes the service more than 5 ms.
http.connection.bounded: One connection has a bounded number of requests waiting, and its last responses still go out.
http.half-closed: A client that ends its side of the connection after its whole request gets its response.
http.headers.nosniff: Every answer has X-Content-Type-Options: nosniff.
http.headers.no-store: Every answer but the public documents has Cache-Control: no-store.
http.headers.public: The public documents have Cache-Control: public, max-age=300 and Access-Control-Allow-Origin: *.
http.errors.sentence: An error is one sentence that names the rule and, where it helps, the value seen.
http.errors.unknown: An unknown failure is 500 with a general sentence; its details go to the log, never to the client.
http.errors.crash: A render process that crashes or runs out of memory is a render failure, 422.
http.disposition.name: The file name is made of the letters, digits, - and _ of the project's name; project if nothing is
  left.
http.disposition.extended: A name with other characters is given as filename* (RFC 5987) too.
http.rasterized.values: X-Service-Rasterized-Frames is 1 for PNG, 0 for SVG and the frames drawn anew for MP4.
http.stop.disconnect: A disconnect stops the work and frees the service for the next request.
http.stop.timeout: A timeout stops the work and frees the service for the next request.
http.stop.inspection-timeout: An inspection that exceeds the time limit of renders gives 422.
http.stop.nothing-left: Of stopped work nothing is left running.
http.log.line: Logs go to stderr, one JSON line a request: method, path, status, ms and bytes.
http.log.discreet: Logs hold no project content and no token.
http.shutdown.accepting: On SIGINT and SIGTERM the service stops accepting.
http.shutdown.finish: On SIGINT and SIGTERM the running render may finish, then the service exits with 0.
http.shutdown.limit: A render that does not finish within 10 s of a signal is stopped, and the service exits with 0.
http.shutdown.second: A second signal exits at once.
http.openapi.version: /openapi.json is OpenAPI 3.1.1, info.version 0.1.0.
http.openapi.server: Its only server is the running origin.
http.openapi.operations: It has the three operations with every parameter, header, status and schema.
http.openapi.valid: It is valid against the official meta-schema.
http.openapi.schema: The project schema in it and that of /schemas/project.json are the same.
http.schema.validates: The served project schema accepts what validation accepts.
`,
    ),
  ],
};
