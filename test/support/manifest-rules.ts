import { queueNameOf } from '../../packages/farm/src/queue/connection.ts';
import { documents } from '../../packages/service/src/contract/operations.ts';
import { packageVersion } from '../../packages/service/src/contract/package-version.ts';
import { defaultSettings, settingsTable } from '../../packages/service/src/contract/settings.ts';
import type { IDeployment, IScaledObject } from '../tools/kubernetes.ts';
import type { Manifests } from './manifests.ts';

type Labels = Readonly<Record<string, string>>;
type PodSpec = NonNullable<NonNullable<NonNullable<IDeployment['spec']>['template']>['spec']>;
type Container = PodSpec['containers'][number];

/** The parts of a deployment that the rules check. */
interface Workload {
  readonly name: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly selector: Labels;
  readonly pod: PodSpec;
  readonly container: Container;
}

/** The queue that BullMQ has in Redis. */
const queueLists = ['wait', 'prioritized', 'delayed', 'active'].map(
  (state) => `bull:${queueNameOf(packageVersion())}:${state}`,
);

/** Seconds of the longest render that a batch may request. */
const maxRenderSeconds = 600;

/**
 * Rules that no schema can check: that parts fit together, fit the service, and fulfil the documentation. One message
 * each.
 */
export function brokenRules(manifests: Manifests): string[] {
  const problems: string[] = [];
  const demand = (holds: unknown, rule: string) => {
    if (!holds) problems.push(rule);
  };
  const workloads = manifests.deployments.map(readWorkload);
  const selected = (labels: Labels | undefined) =>
    workloads.filter((workload) => labels !== undefined && isPartOf(labels, workload.labels));

  for (const workload of workloads) {
    demand(isPartOf(workload.selector, workload.labels), `${workload.name}: selects pods other than its own`);
    checkContainer(workload, demand);
    checkSecurity(workload, demand);
    if (commandOf(workload.container).includes('work')) checkVersion(workload, demand);
    const covering = manifests.policies.filter(({ spec }) =>
      selected(spec?.podSelector?.matchLabels).includes(workload),
    );
    demand(covering.length === 1, `${workload.name}: has ${covering.length} network policies`);
  }
  for (const { metadata, spec } of manifests.services) {
    const pods = selected(spec?.selector);
    demand(pods.length === 1, `service ${metadata?.name}: selects ${pods.length} deployments`);
    for (const { targetPort } of spec?.ports ?? []) {
      demand(
        pods.every(({ container }) => portOf(container, targetPort) !== undefined),
        `service ${metadata?.name}: no pod has the port ${targetPort}`,
      );
    }
  }
  for (const { metadata, spec } of manifests.budgets) {
    const pods = selected(spec?.selector?.matchLabels);
    demand(pods.length === 1, `budget ${metadata?.name}: selects ${pods.length} deployments`);
    demand(spec?.maxUnavailable === 1, `budget ${metadata?.name}: more than one may be missing`);
  }
  for (const { metadata, spec } of manifests.policies) {
    const name = `policy ${metadata?.name}`;
    const pods = selected(spec?.podSelector?.matchLabels);
    demand(pods.length === 1, `${name}: selects ${pods.length} deployments`);
    demand(
      (['Ingress', 'Egress'] as const).every((type) => spec?.policyTypes?.includes(type)),
      `${name}: does not limit both directions`,
    );
    for (const rule of spec?.ingress ?? []) {
      demand(rule.from?.length && rule.ports?.length, `${name}: lets everyone in`);
      for (const { port } of rule.ports ?? []) {
        const isThere = pods.every(({ container }) => portOf(container, port) !== undefined);
        demand(isThere, `${name}: no pod has the port ${port}`);
      }
    }
    const egress = spec?.egress ?? [];
    const ports = egress.flatMap((rule) => (rule.ports ?? []).map(({ port }) => port));
    const isWorker = pods.some(({ container }) => commandOf(container).includes('work'));
    demand(isWorker || egress.length === 0, `${name}: the service may reach something`);
    demand(
      egress.every((rule) => rule.to?.length && rule.ports?.length && !rule.to.some(reachesAnything)),
      `${name}: lets everything out`,
    );
    demand(!isWorker || ports.join() === '53,53,6379,9000', `${name}: lets out to ports ${ports}`);
  }
  for (const { metadata, spec } of manifests.podMonitors) {
    const name = `monitor ${metadata.name}`;
    const pods = selected(spec.selector.matchLabels);
    demand(
      pods.length === workloads.length,
      `${name}: selects ${pods.length} of ${workloads.length} deployments`,
    );
    for (const { port, path } of spec.podMetricsEndpoints) {
      demand(port === 'metrics' && path === '/metrics', `${name}: looks at ${path} of ${port}`);
    }
  }
  demand(manifests.podMonitors.length === 1, 'there is no monitor');
  for (const { metadata, spec } of manifests.scaledObjects) {
    const name = `scaled object ${metadata?.name}`;
    const target = workloads.find((workload) => workload.name === spec?.scaleTargetRef.name);
    demand(target, `${name}: there is no deployment ${spec?.scaleTargetRef.name}`);
    const queue = target?.container.args?.find((arg) => arg.startsWith('redis:')) ?? 'redis://none';
    const { host, pathname } = new URL(queue);
    const triggers = spec?.triggers ?? [];
    const lists = triggers.map((trigger) => trigger.metadata.listName);
    demand(lists.join() === queueLists.join(), `${name}: looks at ${lists}`);
    const { formula, target: perWorker } = scalingModifiersOf(spec);
    const sum = triggers.map((trigger) => trigger.name).join(' + ');
    demand(formula === sum, `${name}: counts ${formula} in place of ${sum}, the jobs that wait or run`);
    demand(Number(perWorker) === 1, `${name}: ${perWorker} jobs to a worker, which does one`);
    for (const { type, metadata: given } of triggers) {
      demand(type === 'redis', `${name}: looks at ${type}`);
      const isSame = given.address === host && `/${given.databaseIndex}` === pathname;
      demand(isSame, `${name}: looks at ${given.address}, but the workers at ${queue}`);
      const hasPassword = target?.container.env?.some((one) => one.name === given.passwordFromEnv);
      demand(hasPassword, `${name}: there is no variable ${given.passwordFromEnv}`);
      demand(Number(given.listLength) === 1, `${name}: ${given.listLength} jobs to a worker, which does one`);
    }
  }
  const names = manifests.namespaces.map(({ metadata }) => metadata?.name);
  const { namespaces: _, ...others } = manifests;
  for (const { kind, metadata } of Object.values(others).flat()) {
    demand(names.includes(metadata?.namespace), `${kind} ${metadata?.name}: the namespace does not exist`);
  }
  return problems;
}

/** How the numbers of several triggers become one, if combined; otherwise the autoscaler takes the largest. */
function scalingModifiersOf({ advanced }: IScaledObject['spec']): { formula?: unknown; target?: unknown } {
  return advanced && 'scalingModifiers' in advanced ? Object(advanced.scalingModifiers) : {};
}

type Demand = (holds: unknown, rule: string) => void;

function checkContainer({ name, annotations, pod, container }: Workload, demand: Demand): void {
  const known = [
    ...Object.values(settingsTable).map(({ variable }) => variable),
    'NODE_OPTIONS',
    'REDISCLI_AUTH',
  ];
  const env = new Map((container.env ?? []).map((one) => [one.name, one]));
  for (const variable of env.keys()) {
    demand(known.includes(variable), `${name}: unknown setting ${variable}`);
  }
  const isService = container.command === undefined;
  const token = env.get(settingsTable.token.variable);
  demand(!isService || token?.valueFrom?.secretKeyRef?.name, `${name}: the token is not from a secret`);
  for (const one of env.values()) {
    demand(
      !/TOKEN|AUTH|SECRET/.test(one.name) || one.value === undefined,
      `${name}: ${one.name} is in the file`,
    );
  }
  demand(!isService || portOf(container, 'http') === defaultSettings.port, `${name}: http is another port`);
  const metricsPort = env.get(settingsTable.metricsPort.variable)?.value;
  demand(String(portOf(container, 'metrics')) === metricsPort, `${name}: metrics are at another port`);
  demand(annotations['prometheus.io/port'] === metricsPort, `${name}: Prometheus looks at another port`);
  demand(annotations['prometheus.io/path'] === '/metrics', `${name}: Prometheus looks at another path`);
  demand(
    env.get(settingsTable.metricsHost.variable)?.value === '0.0.0.0',
    `${name}: metrics stay on loopback`,
  );

  const { startupProbe, readinessProbe, livenessProbe } = container;
  demand(startupProbe && livenessProbe && readinessProbe, `${name}: a probe is missing`);
  for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
    if (probe === undefined) continue;
    const { path = '', port } = probe.httpGet ?? {};
    const ofMetrics = probe === readinessProbe ? ['/healthz'] : ['/metrics'];
    const paths: readonly string[] = port === 'http' ? [documents.interfaceDescription] : ofMetrics;
    demand(paths.includes(path), `${name}: ${path} at ${port} does not answer without a token`);
    demand(portOf(container, port) !== undefined, `${name}: there is no port ${port}`);
  }
  const { terminationGracePeriodSeconds: grace = 30 } = pod;
  const [program, seconds] = container.lifecycle?.preStop?.exec?.command ?? [];
  const wait = program === 'sleep' ? Number(seconds) : 0;
  demand(!isService || wait >= 5, `${name}: closes its port while others may still connect to it`);
  const needed = isService ? wait + 12 : maxRenderSeconds;
  demand(grace > needed, `${name}: is killed after ${grace} s, but may need ${needed} s to finish`);
  if (!isService) checkWorker(name, container, demand);
  const memory = String(container.resources?.limits?.memory);
  demand(memory === '3Gi', `${name}: its limit of memory is ${memory}, but a project may need 3 GiB`);
  demand(container.resources?.limits?.cpu, `${name}: has no limit of processors`);
  demand(container.resources?.requests?.memory, `${name}: asks for no memory`);
}

function checkWorker(name: string, container: Container, demand: Demand): void {
  const { args = [] } = container;
  const within = args.includes('--out-dir') && args[args.indexOf('--out-dir') + 1];
  demand(within, `${name}: may write anywhere`);
  const hasStore = container.envFrom?.some(({ secretRef }) => secretRef !== undefined);
  demand(!String(within).startsWith('s3:') || hasStore, `${name}: has no credentials of the store`);
}

/** Each version has its own workers, so those of an earlier version can finish its jobs. */
function checkVersion({ name, labels, selector, container }: Workload, demand: Demand): void {
  const version = packageVersion();
  const label = 'app.kubernetes.io/version';
  demand(labels[label] === version && selector[label] === version, `${name}: is not of one version`);
  demand(name.endsWith(version.replaceAll('.', '-')), `${name}: would replace an earlier version`);
  demand(container.image?.endsWith(`:${version}`), `${name}: has the image ${container.image}`);
}

function checkSecurity({ name, pod, container }: Workload, demand: Demand): void {
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext ?? {};
  demand(runAsNonRoot === true && Number(runAsUser) > 0, `${name}: may run as root`);
  demand(seccompProfile?.type === 'RuntimeDefault', `${name}: has no seccomp profile`);
  demand(pod.automountServiceAccountToken === false, `${name}: can talk to the API`);
  demand(pod.enableServiceLinks === false, `${name}: gets variables of other services`);
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext ?? {};
  demand(allowPrivilegeEscalation === false, `${name}: may gain privileges`);
  demand(readOnlyRootFilesystem === true, `${name}: may write to its image`);
  demand(capabilities?.drop?.join() === 'ALL' && !capabilities.add, `${name}: has capabilities`);
  for (const { name: volume, mountPath } of container.volumeMounts ?? []) {
    const isTemporary = pod.volumes?.some((one) => one.name === volume && one.emptyDir?.sizeLimit);
    demand(isTemporary && mountPath === '/tmp', `${name}: ${mountPath} is no limited temporary folder`);
  }
  demand(container.volumeMounts?.length === 1, `${name}: has no temporary folder`);
}

function readWorkload({ metadata, spec }: IDeployment): Workload {
  const { template } = spec ?? {};
  const [container, ...more] = template?.spec?.containers ?? [];
  if (template?.spec === undefined || container === undefined || more.length > 0) {
    throw new Error(`${metadata?.name}: must have one container`);
  }
  return {
    name: metadata?.name ?? '',
    labels: template.metadata?.labels ?? {},
    annotations: template.metadata?.annotations ?? {},
    selector: spec?.selector.matchLabels ?? {},
    pod: template.spec,
    container,
  };
}

function commandOf({ command = [] }: Container): readonly string[] {
  return command;
}

function portOf(container: Container, name: string | number | undefined): number | undefined {
  return container.ports?.find((port) => port.name === name)?.containerPort;
}

function isPartOf(part: Labels, whole: Labels): boolean {
  const entries = Object.entries(part);
  return entries.length > 0 && entries.every(([name, value]) => whole[name] === value);
}

/** Whether a peer of a network policy is any address, or any pod. */
function reachesAnything(peer: {
  readonly ipBlock?: { readonly cidr: string };
  readonly podSelector?: { readonly matchLabels?: Labels };
}): boolean {
  return peer.ipBlock ? /\/0$/.test(peer.ipBlock.cidr) : !isGiven(peer.podSelector?.matchLabels);
}

function isGiven(labels: Labels | undefined): boolean {
  return Object.keys(labels ?? {}).length > 0;
}
