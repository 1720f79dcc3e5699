import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import {
  Deployment,
  type IDeployment,
  type INamespace,
  type INetworkPolicy,
  type IPodDisruptionBudget,
  type IScaledObject,
  type IService,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  ScaledObject,
  Service,
} from '../tools/kubernetes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Fields that KEDA 2.12 and later add, which the package of types lacks. */
const addedToScaledObject = `{
  spec: {
    advanced?: {
      scalingModifiers?: {
        formula?: string;
        target?: string;
        activationTarget?: string;
        metricType?: 'AverageValue' | 'Value';
      };
    };
  };
}`;

/** The fields of the Prometheus Operator's resource, for which there is no package of types. */
const podMonitorSchema = z.strictObject({
  apiVersion: z.literal('monitoring.coreos.com/v1'),
  kind: z.literal('PodMonitor'),
  metadata: z.strictObject({ name: z.string(), namespace: z.string() }),
  spec: z.strictObject({
    selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
    podMetricsEndpoints: z
      .array(
        z.strictObject({
          port: z.string(),
          path: z.string(),
          interval: z.string().regex(/^\d+(ms|s|m|h)$/),
        }),
      )
      .min(1),
  }),
});
export type PodMonitor = z.infer<typeof podMonitorSchema>;

/** The manifests by kind. */
export interface Manifests {
  readonly namespaces: readonly INamespace[];
  readonly deployments: readonly IDeployment[];
  readonly services: readonly IService[];
  readonly budgets: readonly IPodDisruptionBudget[];
  readonly policies: readonly INetworkPolicy[];
  readonly scaledObjects: readonly IScaledObject[];
  readonly podMonitors: readonly PodMonitor[];
}

/** Every kind with the module of its type, and a check by the schema of the API (for KEDA, of its resource). */
const kinds = {
  Namespace: { module: 'kubernetes-models/v1', check: checkWith(Namespace) },
  Deployment: { module: 'kubernetes-models/apps/v1', check: checkWith(Deployment) },
  Service: { module: 'kubernetes-models/v1', check: checkWith(Service) },
  PodDisruptionBudget: { module: 'kubernetes-models/policy/v1', check: checkWith(PodDisruptionBudget) },
  NetworkPolicy: { module: 'kubernetes-models/networking.k8s.io/v1', check: checkWith(NetworkPolicy) },
  ScaledObject: { module: '@kubernetes-models/keda/keda.sh/v1alpha1', check: checkWith(ScaledObject) },
  PodMonitor: {
    module: 'monitoring.coreos.com/v1',
    check: (value: unknown) => void podMonitorSchema.parse(value),
  },
} as const;
type Kind = keyof typeof kinds;

function checkWith<Data>(Model: new (data: Data) => { validate(): void }) {
  return (value: unknown) => new Model(value as Data).validate();
}

/** The files of deploy/kubernetes by name. */
export function readManifestFiles(): Record<string, string> {
  const folder = join(root, 'deploy/kubernetes');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** All documents of some files. Throws for text that is not YAML, and for an unknown kind. */
function readDocuments(files: Readonly<Record<string, string>>): { kind: Kind; value: unknown }[] {
  return Object.values(files).flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      const kind: unknown = document.get('kind');
      if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) throw new Error(`unknown kind ${kind}`);
      return { kind: kind as Kind, value: document.toJS() };
    }),
  );
}

/** Reads the manifests. Throws an Error for violations of the API's schemas. */
export function readManifests(files: Readonly<Record<string, string>>): Manifests {
  const documents = readDocuments(files);
  for (const { kind, value } of documents) {
    const { apiVersion } = value as { apiVersion?: unknown };
    const group = kinds[kind].module.replace(/^(@kubernetes-models\/keda|kubernetes-models)\//, '');
    if (apiVersion !== group)
      throw new Error(`${kind}: the apiVersion must be ${group}, but is ${apiVersion}`);
    kinds[kind].check(value);
  }
  const of = <Value>(wanted: Kind) =>
    documents.filter(({ kind }) => kind === wanted).map(({ value }) => value as Value);
  return {
    namespaces: of('Namespace'),
    deployments: of('Deployment'),
    services: of('Service'),
    budgets: of('PodDisruptionBudget'),
    policies: of('NetworkPolicy'),
    scaledObjects: of('ScaledObject'),
    podMonitors: of('PodMonitor'),
  };
}

/**
 * Fields that are unknown to the API, one message each. Its schemas allow any field, so the compiler checks the
 * manifests as literals of its types.
 */
export function unknownFields(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'render-service-manifests-'));
  try {
    symlinkSync(join(root, 'test/tools/node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const typed = readDocuments(files).filter(({ kind }) => kind !== 'PodMonitor');
    const sources = typed.map(({ kind, value }, index) => {
      const path = join(folder, 'src', `${index}.ts`);
      writeFileSync(
        path,
        `import type { I${kind} } from '${kinds[kind].module}';\nexport const one: I${kind}${kind === 'ScaledObject' ? ` & ${addedToScaledObject}` : ''} = ${JSON.stringify(value, null, 1)};\n`,
      );
      return path;
    });
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node'];
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, ...sources], {
      cwd: folder,
      encoding: 'utf8',
    });
    const messages = stdout.split('\n').filter((line) => line.includes('error TS'));
    if (status !== 0 && messages.length === 0) throw new Error(stdout);
    return messages;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
