import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { packageVersion } from '../../contract/package-version.ts';
import { outputFormats } from '../../output/formats.ts';
import { frameRates, maxTimeoutMs } from '../../render/capabilities.ts';
import { type CheckedOptions, checkOptions } from '../../render/options.ts';
import { type BatchJob, createJob, sha256 } from '../batch-job.ts';
import type { OwnDocument } from './document-store.ts';

/** A row of a batch in the queue: a job, and where its output goes. */
export interface QueuedJob {
  readonly job: BatchJob;
  /**
   * SHA-256 of the document to render, which is stored once for all jobs that need it: the template, or the job's own
   * project if its variables name files.
   */
  readonly document: string;
  /** An absolute folder, or `s3://bucket/prefix`. */
  readonly destination: string;
  /** Whether something in the way that no batch made is replaced. */
  readonly replace: boolean;
  /** Milliseconds that the render may take. */
  readonly timeoutMs: number;
  /** Version of the program that queued the job. The same version must render it. */
  readonly version: string;
  /** The number of the batch that the job is from. */
  readonly batch: number;
  /** The mark that the batch left in the destination. A worker that does not find it sees another folder or bucket. */
  readonly token: string;
}

/** What a worker says about a job that it did. */
export const jobResultSchema = z.object({
  /** `existing`: the output was there already, made by the same job; `displaced`: a later batch makes it. */
  outcome: z.enum(['made', 'existing', 'displaced']),
  name: z.string(),
  bytes: z.int().min(0),
  width: z.int().min(0),
  height: z.int().min(0),
  frames: z.int().min(0),
  elapsedMs: z.number().min(0),
});

export type QueuedJobResult = z.infer<typeof jobResultSchema>;

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** A name without any part of a path, so that an output cannot leave its folder. */
const fileName = z
  .string()
  .refine(
    (name) => /^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u.test(name) && Buffer.byteLength(name) <= 255,
    'must be a file name without "/", "\\" and control characters, at most 255 bytes long, that does not start with "."',
  );

const queuedJobSchema = z.strictObject({
  job: z.strictObject({
    id: digest,
    template: digest,
    variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    name: fileName,
    options: z.strictObject({
      format: z.literal(outputFormats),
      width: z.number().optional(),
      height: z.number().optional(),
      fps: z.literal(frameRates),
      timeMs: z.number(),
    }),
    files: digest.optional(),
  }),
  document: digest,
  destination: z
    .string()
    .regex(/^(\/|[A-Za-z]:[\\/]|s3:\/\/)/, 'must be an absolute folder or s3://bucket/prefix'),
  replace: z.boolean(),
  timeoutMs: z.int().min(1).max(maxTimeoutMs),
  version: z.string(),
  batch: z.int().min(1),
  token: digest,
});

/**
 * The id of the job in the queue: of two with the same id, only the first is added. The time limit is no part of it, since
 * the output is the same.
 */
export function queuedJobId({ job, destination, replace }: QueuedJob): string {
  return sha256(JSON.stringify([job.id, destination, replace]));
}

/** A job whose data is not what this program writes. */
export class InvalidJobError extends Error {}

/**
 * Checks what was read from Redis, where others may write too, in the queue of a version. Throws an InvalidJobError or a
 * RenderError `invalid-option`.
 */
export function readQueuedJob(data: unknown, own = packageVersion()): QueuedJob {
  const parsed = queuedJobSchema.safeParse(data);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'job'}: ${message}`);
    throw new InvalidJobError(`the job in the queue is not valid: ${problems.join('; ')}`);
  }
  const queued = parsed.data;
  const { job, version } = queued;
  if (version !== own) {
    throw new InvalidJobError(
      `the job was queued by render-service ${printable(version)}, but this worker is ${own}; use the same version on all machines`,
    );
  }
  const options: CheckedOptions = checkOptions(job.options);
  if (!job.name.toLowerCase().endsWith(`.${options.format}`)) {
    throw new InvalidJobError(`the job in the queue is not valid: job.name must end in .${options.format}`);
  }
  const checked = createJob({ ...job, options }, own);
  if (checked.id !== job.id)
    throw new InvalidJobError('the job in the queue is not valid: job.id is not the one of its content');
  return { ...queued, job: checked };
}

/** Text of unknown origin in a form that a terminal takes for nothing but text. */
export function printable(text: string, maxLength = 200): string {
  const shown = text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return shown.length <= maxLength ? shown : `${shown.slice(0, maxLength)}…`;
}

/** Whether a job has more time than an earlier one, whose data may be anything. */
export function hasMoreTime({ timeoutMs }: QueuedJob, earlier: unknown): boolean {
  const before = field(earlier, 'timeoutMs');
  return typeof before === 'number' && timeoutMs > before;
}

/** The number of a job's batch as its data say, which may be anything. */
export function batchOf(data: unknown): number | undefined {
  const batch = field(data, 'batch');
  return typeof batch === 'number' && Number.isSafeInteger(batch) ? batch : undefined;
}

/** The document that a job has of its own, as its data say, which may be anything. */
export function ownDocumentOf(data: unknown, jobId: string): OwnDocument | undefined {
  const document = field(data, 'document');
  const isOwn = typeof document === 'string' && document !== field(field(data, 'job'), 'template');
  return isOwn ? { digest: document, jobId } : undefined;
}

/** The name of a job's output as its data say, which may be anything. */
export function outputName(data: unknown): string {
  const name = field(field(data, 'job'), 'name');
  return typeof name === 'string' ? printable(name) : 'a job without a name';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
