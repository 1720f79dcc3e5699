import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { RenderError } from '@render-service/engine';
import { formatOfExtension, formats } from '@render-service/engine/formats';
import { loadOptionalPackages } from '../optional-packages.ts';
import {
  type ExistingOutput,
  OutputInTheWayError,
  OutputUnwantedError,
  type Publication,
  type SharedStore,
} from './output-store.ts';
import { StoreError, type StoreFault } from './store-error.ts';

/** Metadata field for the id of the job that made an object. */
const jobIdField = 'render-service-job';

/** Metadata field for the size of the object when it was made. */
const bytesField = 'render-service-bytes';

/** Folder below the prefix for objects that are not outputs. */
const hiddenFolder = '.render-service';

const form = 's3://BUCKET or s3://BUCKET/PREFIX';

/** Whether a destination is a bucket rather than a folder. */
export function isS3Url(destination: string): boolean {
  return /^s3:/i.test(destination);
}

/** Parses `s3://bucket/prefix`. Throws a RenderError `invalid-option`. */
export function readS3Url(url: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/is.exec(url) ?? [];
  const refuse = (rule: string) => new RenderError('invalid-option', [`${url} ${rule}; write ${form}`]);
  if (!/^[A-Za-z0-9][\w.-]{1,254}$/.test(bucket)) throw refuse('does not name a bucket');
  const prefix = path.replace(/\/$/, '');
  const parts = prefix === '' ? [] : prefix.split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part)) || /\p{Cc}/u.test(prefix)) {
    throw refuse('has a prefix with an empty part, "." or ".."');
  }
  return { bucket, prefix };
}

/** Returns the canonical form of a bucket's URL. Throws a RenderError `invalid-option`. */
export function normalS3Url(url: string): string {
  const { bucket, prefix } = readS3Url(url);
  return prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`;
}

/** The AWS SDK and a client that finds region, credentials and endpoint as it does. */
export interface OpenedS3 {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
}

/**
 * Opens a client, which contacts no server yet. Rejects with a RenderError if the S3 client is not installed; its
 * message starts with `purpose`.
 */
export async function openS3(
  purpose: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<OpenedS3> {
  const sdk = await loadOptionalPackages(purpose, '@aws-sdk/client-s3@3', () => import('@aws-sdk/client-s3'));
  // Stores other than Amazon's rarely have a host name for each bucket.
  const forcePathStyle = Boolean(environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL);
  return { sdk, client: new sdk.S3Client({ forcePathStyle }) };
}

/**
 * Outputs in a bucket of any store that supports the protocol of Amazon S3. The AWS SDK finds region, credentials and
 * endpoint. An object appears when its upload is complete; its metadata names the job that made it.
 */
export class S3Store implements SharedStore, AsyncDisposable {
  readonly #sdk: OpenedS3['sdk'];
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  /** Marks that were found. Unlike a mounted folder, an object in a bucket does not disappear. */
  readonly #foundMarks = new Set<string>();

  private constructor({ sdk, client }: OpenedS3, url: string) {
    const { bucket, prefix } = readS3Url(url);
    this.#sdk = sdk;
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  /** Rejects with a RenderError for an invalid URL, and if the S3 client is not installed. Contacts no server. */
  static async open(
    url: string,
    environment: Readonly<Record<string, string | undefined>> = process.env,
  ): Promise<S3Store> {
    readS3Url(url);
    return new S3Store(await openS3('an output on S3', environment), url);
  }

  describe(name: string): string {
    return `s3://${this.#bucket}/${this.#key(name)}`;
  }

  async existing(name: string): Promise<ExistingOutput> {
    try {
      const { Metadata, ContentLength = 0 } = await this.#client.send(
        new this.#sdk.HeadObjectCommand({ Bucket: this.#bucket, Key: this.#key(name) }),
      );
      const id = Metadata?.[jobIdField];
      if (id === undefined) return { kind: 'foreign' };
      // Earlier versions did not record the size.
      const isWhole = Number(Metadata?.[bytesField] ?? ContentLength) === ContentLength;
      return isWhole ? { kind: 'made', id, bytes: ContentLength } : { kind: 'damaged' };
    } catch (error) {
      if (error instanceof this.#sdk.NotFound) return { kind: 'none' };
      throw this.#failure('look up', name, error);
    }
  }

  async *pages(signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const start = this.#key('');
    let token: string | undefined;
    do {
      const { Contents = [], NextContinuationToken } = await this.#list(start, token, signal);
      yield Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(start.length)]));
      token = NextContinuationToken;
    } while (token !== undefined);
  }

  async #list(start: string, token: string | undefined, signal: AbortSignal) {
    try {
      return await this.#client.send(
        new this.#sdk.ListObjectsV2Command({
          ...{ Bucket: this.#bucket, Prefix: start, ContinuationToken: token },
          // Names of outputs have no folders.
          Delimiter: '/',
        }),
        { abortSignal: signal },
      );
    } catch (error) {
      signal.throwIfAborted();
      throw this.#failure('list', '', error);
    }
  }

  async publish(
    name: string,
    data: Uint8Array,
    { id, force, signal, isWanted }: Publication,
  ): Promise<'published' | 'there'> {
    const existing = await this.existing(name);
    if (existing.kind === 'made' && existing.id === id) return 'there';
    if (existing.kind === 'foreign' && !force) throw new OutputInTheWayError(this.describe(name));
    if (isWanted !== undefined && !(await isWanted())) throw new OutputUnwantedError();
    try {
      await this.#client.send(
        new this.#sdk.PutObjectCommand({
          Bucket: this.#bucket,
          Key: this.#key(name),
          Body: data,
          ContentLength: data.length,
          ContentType: mimeTypeOf(name),
          Metadata: { [jobIdField]: id, [bytesField]: String(data.length) },
        }),
        { abortSignal: signal },
      );
    } catch (error) {
      signal.throwIfAborted();
      throw this.#failure('write', name, error);
    }
    return 'published';
  }

  async mark(token: string): Promise<void> {
    if (!(await this.isMarked(token))) await this.#putHidden(markOf(token), '');
  }

  async isMarked(token: string): Promise<boolean> {
    if (this.#foundMarks.has(token)) return true;
    const { kind } = await this.existing(markOf(token));
    if (kind !== 'none') this.#foundMarks.add(token);
    return kind !== 'none';
  }

  /** Always writes the same object, since there may be no permission to delete one. */
  async probe(): Promise<void> {
    const name = `${hiddenFolder}/probe`;
    const content = randomBytes(8).toString('hex');
    await this.#putHidden(name, content);
    // Another worker may have written its own content in the meantime.
    if ((await this.existing(name)).kind === 'none') {
      throw new StoreError('outage', `cannot read ${this.describe(name)}, although it was just written`);
    }
  }

  async #putHidden(name: string, Body: string): Promise<void> {
    try {
      await this.#client.send(
        new this.#sdk.PutObjectCommand({ Bucket: this.#bucket, Key: this.#key(name), Body }),
      );
    } catch (error) {
      throw this.#failure('write', name, error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy();
  }

  #key(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}/${name}`;
  }

  #failure(what: string, name: string, error: unknown): StoreError {
    return new StoreError(faultOf(error), `cannot ${what} ${this.describe(name)}: ${describeS3Error(error)}`);
  }
}

function markOf(token: string): string {
  return `${hiddenFolder}/${token}.token`;
}

/** Client errors that are temporary, such as a timeout or too many requests. */
const passingStatuses = [408, 409, 425, 429];

/** Errors that concern one object rather than the store. */
const outputErrors = ['EntityTooLarge', 'KeyTooLongError', 'InvalidObjectName'];

/** A refusal is due to this machine's setup (credentials, region, bucket); any other error is temporary. */
function faultOf(error: unknown): StoreFault {
  if (!(error instanceof Error)) return 'outage';
  if (outputErrors.includes(error.name)) return 'output';
  if (error.name === 'CredentialsProviderError' || /^Region is missing/.test(error.message)) return 'setup';
  const status = statusOf(error);
  const isRefusal = status !== undefined && status >= 300 && status < 500;
  return isRefusal && !passingStatuses.includes(status) ? 'setup' : 'outage';
}

/** HTTP status of the response behind an error. */
function statusOf(error: Error): number | undefined {
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  const status = typeof metadata === 'object' && metadata !== null && Reflect.get(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

/** Advice by the status of a response. */
const waysOut: Readonly<Record<number, string>> = {
  301: 'the bucket is in another region; check AWS_REGION',
  401: 'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  403: 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their permissions',
};

/** Undefined for the extension of a hidden file. */
function mimeTypeOf(name: string): string | undefined {
  const format = formatOfExtension(extname(name).slice(1));
  return format && formats[format].mediaType;
}

/** Explains an error of the client, with a way out. */
export function describeS3Error(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  if (name === 'CredentialsProviderError') {
    return 'there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role';
  }
  if (/^Region is missing/.test(message)) return 'no region is set; set AWS_REGION';
  const code = 'code' in error ? String(error.code) : '';
  const status = statusOf(error);
  // Responses to HEAD have no body with a reason.
  const isUnnamed = status !== undefined && message === 'UnknownError';
  // The error of a failed connection has no message.
  const reason = isUnnamed
    ? 'the store refused the request'
    : [name === 'Error' || name === 'AggregateError' ? code : name, message]
        .filter((part) => part !== '')
        .join(': ');
  if (status === undefined) return reason;
  const way = waysOut[status];
  return `${reason} (HTTP ${status})${way === undefined ? '' : `; ${way}`}`;
}
