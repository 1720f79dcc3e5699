/** Every status other than 200 with which the operations respond, and its meaning. */
export const errorStatuses = {
  400: 'Unknown, empty or repeated query parameter',
  401: 'Missing or incorrect bearer token',
  403: 'Disallowed Origin or Host',
  413: 'Input exceeds 32 MiB',
  415: 'Content-Type is not application/json',
  422: 'Invalid project or options, unsupported media, or render failure',
  429: 'Another inspect or render request is running; retry after it finishes',
  500: 'Unexpected failure',
  504: 'Rendering exceeded its time limit; reduce the workload before retrying',
} as const;

export type ErrorStatus = keyof typeof errorStatuses;

/** One operation of the HTTP interface, from which the routes and the OpenAPI document are generated. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Whether the body is a project and the query has render options. */
  readonly takesProject: boolean;
  readonly errors: readonly ErrorStatus[];
}

const projectErrors = [400, 401, 403, 413, 415, 422, 429, 500] as const;

export const operations = {
  capabilities: {
    id: 'capabilities',
    method: 'GET',
    path: '/capabilities',
    summary: 'Read formats, source types and limits',
    description: 'They stay the same while the service runs.',
    takesProject: false,
    errors: [401, 403, 500],
  },
  inspect: {
    id: 'inspect',
    method: 'POST',
    path: '/inspect',
    summary: 'Check a project without rendering it',
    description:
      'Validates structure, references and timing and reports what cannot be rendered. No frames are encoded, and ' +
      'embedded media is not decoded. With render parameters, it also reports what would stop that render. ' +
      'An inspection that exceeds the time limit is refused with 422.',
    takesProject: true,
    errors: projectErrors,
  },
  render: {
    id: 'render',
    method: 'POST',
    path: '/render',
    summary: 'Render a project into one SVG, PNG or MP4 file',
    description:
      'Waits until the render is complete and returns the bytes of the file. Disconnecting cancels the render.',
    takesProject: true,
    errors: [...projectErrors, 504],
  },
} as const satisfies Record<string, Operation>;

/**
 * Documents about the service. Anyone may read the description of the interface, from any origin, and the others unless
 * the service has a token.
 */
export const documents = {
  interfaceDescription: '/openapi.json',
  projectSchema: '/schemas/project.json',
  starterProject: '/examples/hello.json',
} as const;

/** Headers that describe a rendered file. */
export const renderHeaders = {
  'Content-Disposition': { description: 'Attachment filename.', schema: { type: 'string' } },
  'X-Service-Frames': {
    description: 'Encoded video frames; 0 for still output.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Service-Rasterized-Frames': {
    description: 'Rasterized frames, excluding reused static holds.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Service-Duration-Ms': {
    description: 'Authored duration in milliseconds; 0 for still output.',
    schema: { type: 'number', minimum: 0 },
  },
  'X-Service-Warnings': {
    description:
      'Number of issues of an inspection that start with "warning: ": what is drawn differently from how it was written.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;
