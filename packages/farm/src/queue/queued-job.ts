import { Buffer } from 'node:buffer';
import { frameRatesOfAny, outputFormats } from '@render-service/engine/formats';
import { type CheckedOptions, checkOptions, optionTable } from '@render-service/engine/options';
import { packageVersion } from '@render-service/service/command-line';
import * as z from 'zod';
import { type BatchJob, createJob, sha256 } from '../batch-job.ts';
import type { OwnDocument } from './document-store.ts';

/** A row of a batch in the queue: a job and its destination. */
export interface QueuedJob {
  readonly job: BatchJob;
  /**
   * SHA-256 of the document to render, which is stored once for all jobs that need it. It is the template, or the
   * job's own project if its variables name files. That of a film of several projects is an array of them.
   */
  readonly document: string;
  /** An absolute folder, or `s3://bucket/prefix`. */
  readonly destination: string;
  /** Whether to replace a file that no batch created. */
  readonly replace: boolean;
  /** Time limit of the render in milliseconds. */
  readonly timeoutMs: number;
  /** Whether warnings fail the job. */
  readonly strict?: boolean | undefined;
  /** Version of the program that queued the job. The same version must render it. */
  readonly version: string;
  /** Number of the job's batch. */
  readonly batch: number;
  /** Mark of the batch in the destination. A worker that does not find it has another folder or bucket. */
  readonly token: string;
  /** Number of shares of a film's pieces that are made by jobs of their own, before the job of the film. */
  readonly shares?: number | undefined;
  /** Of a job that only makes a share of the pieces. */
  readonly share?: QueuedShare | undefined;
}

/** A share of the pieces of a film. */
export interface QueuedShare {
  /** From 0. */
  readonly index: number;
  /** Number of shares of the whole project, or of its span. */
  readonly count: number;
  /** Of a film of several projects: a part of one of them, which are counted from 0. */
  readonly span?: { readonly part: number; readonly startMs: number; readonly endMs: number } | undefined;
}

/** A worker's result of a job. */
export const jobResultSchema = z.object({
  /**
   * `existing`: the output already existed, made by the same job; `displaced`: a later batch makes it; `share`: pieces of
   * the output are kept for its job.
   */
  outcome: z.enum(['made', 'existing', 'displaced', 'share']),
  name: z.string(),
  bytes: z.int().min(0),
  width: z.int().min(0),
  height: z.int().min(0),
  frames: z.int().min(0),
  elapsedMs: z.number().min(0),
  /** Of an MP4: how many pieces were kept before, and how many this job made. */
  pieces: z.object({ kept: z.int().min(0), made: z.int().min(0) }).optional(),
  /** What the render warns of. */
  warnings: z.array(z.string()).optional(),
});

export type QueuedJobResult = z.infer<typeof jobResultSchema>;

/** A film of an hour. */
export const maxShares = 1000;

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** A name without any part of a path, which keeps an output in its folder. */
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
      fps: z.literal(frameRatesOfAny(outputFormats)),
      timeMs: z.number(),
      audio: z.literal(optionTable.audio.values.choices).optional(),
      codec: z.literal(optionTable.codec.values.choices).optional(),
    }),
    files: digest.optional(),
  }),
  document: digest,
  destination: z
    .string()
    .regex(/^(\/|[A-Za-z]:[\\/]|s3:\/\/)/, 'must be an absolute folder or s3://bucket/prefix'),
  replace: z.boolean(),
  timeoutMs: z.int().min(1).max(optionTable.timeoutMs.values.maximum),
  strict: z.boolean().optional(),
  version: z.string(),
  batch: z.int().min(1),
  token: digest,
  shares: z.int().min(1).max(maxShares).optional(),
  share: z
    .strictObject({
      index: z.int().min(0),
      count: z.int().min(1).max(maxShares),
      span: z
        .strictObject({
          part: z.int().min(0).max(maxShares),
          startMs: z.number().min(0),
          endMs: z.number().min(0),
        })
        .optional(),
    })
    .optional(),
});

/**
 * Returns the id of the job in the queue, which accepts each id only once. The time limit is not part of it, since it
 * does not change the output. A share has the id of its film, for which it works.
 */
export function queuedJobId({ job, destination, replace, shares }: QueuedJob): string {
  return sha256(JSON.stringify([job.id, destination, replace, ...(shares === undefined ? [] : ['film'])]));
}

/** The data of a job is not valid. */
export class InvalidJobError extends Error {}

/**
 * Checks a job from the queue of a version, since other programs may write to Redis, too. Throws an InvalidJobError or
 * a RenderError `invalid-option`.
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
  const { shares = 0, share } = queued;
  if (share !== undefined && (share.index >= share.count || share.count > shares)) {
    throw new InvalidJobError(
      `the job in the queue is not valid: share ${share.index} of ${share.count} is not one of ${shares} shares`,
    );
  }
  const checked = createJob({ ...job, options }, own);
  if (checked.id !== job.id)
    throw new InvalidJobError('the job in the queue is not valid: job.id does not match its content');
  return { ...queued, job: checked };
}

/** Makes text of unknown origin safe to print on a terminal. */
export function printable(text: string, maxLength = 200): string {
  const shown = text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return shown.length <= maxLength ? shown : `${shown.slice(0, maxLength)}…`;
}

/** Whether a job has a longer time limit than an earlier one, whose data is unchecked. */
export function hasMoreTime({ timeoutMs }: QueuedJob, earlier: unknown): boolean {
  const before = field(earlier, 'timeoutMs');
  return typeof before === 'number' && timeoutMs > before;
}

/** Returns the number of a job's batch from unchecked data. */
export function batchOf(data: unknown): number | undefined {
  const batch = field(data, 'batch');
  return typeof batch === 'number' && Number.isSafeInteger(batch) ? batch : undefined;
}

/** Returns the number of a film's shares from unchecked data; undefined for any other job. */
export function sharesOf(data: unknown): number | undefined {
  const shares = field(data, 'shares');
  const isFilm = typeof shares === 'number' && shares >= 1 && field(data, 'share') === undefined;
  return isFilm ? shares : undefined;
}

/** Returns a job's own document from unchecked data. */
export function ownDocumentOf(data: unknown, jobId: string): OwnDocument | undefined {
  const document = field(data, 'document');
  const isOwn = typeof document === 'string' && document !== field(field(data, 'job'), 'template');
  return isOwn ? { digest: document, jobId } : undefined;
}

/** Returns the name of a job's output from unchecked data. */
export function outputName(data: unknown): string {
  const name = field(field(data, 'job'), 'name');
  return typeof name === 'string' ? printable(name) : 'a job without a name';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
