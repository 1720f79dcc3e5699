/** Every status other than 200 that the operations respond with, and what it means. */
export const errorStatuses = {
  400: 'Unknown, empty or repeated query parameter',
  401: 'Missing or incorrect bearer token',
  403: 'Disallowed Origin or Host',
  413: 'Input exceeds 32 MiB',
  415: 'Content-Type is not application/json',
  422: 'Invalid project or options, unsupported media, or render failure',
  429: 'Another inspect or render request is running; retry after it finishes',
  500: 'Unexpected transport failure',
  504: 'Rendering exceeded its time limit; reduce the workload before retrying',
} as const;

export type ErrorStatus = keyof typeof errorStatuses;
