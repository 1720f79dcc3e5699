import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import S3rver from '../../../../test/tools/s3rver.ts';

export interface S3Server {
  readonly bucket: string;
  /** Environment variables with which the AWS SDK finds the server. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a server for the protocol of Amazon S3 with one bucket, which is stopped after the test. */
export async function startS3Server(): Promise<S3Server> {
  const bucket = 'films';
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true },
    directory: await temporaryFolder(),
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    // The SDK warns that its support for Node 20 will end.
    NODE_NO_WARNINGS: '1',
  };
  return { bucket, environment };
}
