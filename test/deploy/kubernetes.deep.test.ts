import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenRules } from '../support/manifest-rules.ts';
import { readManifestFiles, readManifests, unknownFields } from '../support/manifests.ts';

const files = readManifestFiles();

/** The manifests with a change at one place, which must exist. */
function changed(file: string, from: string, to: string): Record<string, string> {
  const text = files[file];
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
  return { ...files, [file]: text.replace(from, to) };
}

describe('the Kubernetes manifests', () => {
  it('the Kubernetes manifests conform to the Kubernetes and KEDA schemas, without unknown fields', () => {
    const { deployments, services, budgets, policies, scaledObjects, podMonitors } = readManifests(files);
    const all = [deployments, services, budgets, policies, scaledObjects, podMonitors];
    expect(all.map((manifests) => manifests.length)).toEqual([2, 1, 1, 2, 1, 1]);
    expect(unknownFields(files)).toEqual([]);
  });

  it('the Kubernetes manifests match each other and the service, and grant no unnecessary rights', () => {
    expect(brokenRules(readManifests(files))).toEqual([]);
  });

  it('the guides document how to create every secret in the Kubernetes manifests', () => {
    const page = ['service', 'many-machines']
      .map((name) => readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8'))
      .join('\n');
    const secrets = Object.values(files).flatMap((text) =>
      [...text.matchAll(/(?:secretKeyRef|secretRef):\n\s+name: (\S+)/g)].map(([, name]) => name),
    );
    expect(new Set(secrets)).toEqual(
      new Set(['render-service', 'render-service-redis', 'render-service-store']),
    );
    for (const name of secrets) expect(page).toContain(`create secret generic ${name} `);
    const [, store = ''] =
      /create secret generic render-service-store \\\n((?:.*\\\n)*.*)\n/.exec(page) ?? [];
    const variables = [...store.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
    const region = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'];
    expect(variables).toEqual([...region, 'AWS_ENDPOINT_URL_S3']);
  });
});

describe('mistakes in the manifests', () => {
  it.each([
    ['service.yaml', 'containerPort: 8799', 'containerPort: "8799"', /containerPort/],
    ['service.yaml', 'replicas: 2', 'replicas: two', /replicas/],
    ['service.yaml', 'apiVersion: policy/v1', 'apiVersion: policy/v1beta1', /policy\/v1/],
    ['service.yaml', '  selector:\n    matchLabels: *labels\n', '', /selector/],
    [
      'service.yaml',
      '      containers:\n        - name: render-service',
      '      containers:\n        - nam: x',
      /name/,
    ],
    ['workers.yaml', '  scaleTargetRef:\n    name: render-service-worker-0-1-0\n', '', /scaleTargetRef/],
    ['monitor.yaml', 'port: metrics', 'targetport: metrics', /targetport/],
    ['monitor.yaml', 'interval: 15s', 'interval: 15', /interval/],
    ['workers.yaml', '    - type: redis', '    - kind: redis', /type/],
  ])(
    'the schema rejects a mistake in the Kubernetes manifest %s: %j becomes %j',
    (file, from, to, problem) => {
      expect(() => readManifests(changed(file, from, to))).toThrow(problem);
    },
  );

  it('the type check rejects an unknown field in a Kubernetes manifest where the schema allows any', () => {
    const wrong = changed('service.yaml', 'readOnlyRootFilesystem', 'readonlyRootFilesystem');
    const all = {
      ...wrong,
      'workers.yaml': files['workers.yaml'].replace('cooldownPeriod', 'coolDownPeriod'),
    };
    const found = unknownFields(all);
    expect(found).toHaveLength(2);
    expect(found.join('\n')).toMatch(/readonlyRootFilesystem.*coolDownPeriod/s);
    const [wrongModifier] = unknownFields(changed('workers.yaml', 'formula:', 'formular:'));
    expect(wrongModifier).toMatch(/formular/);
  });

  const component = 'app.kubernetes.io/component: http';
  it.each([
    [
      'service.yaml',
      `${component}\nspec:\n  replicas`,
      `${component}x\nspec:\n  replicas`,
      /has 0 network policies/,
    ],
    [
      'service.yaml',
      `  selector:\n    app.kubernetes.io/name: render-service\n    ${component}`,
      '  selector:\n    app: x',
      /service render-service: selects 0/,
    ],
    [
      'service.yaml',
      `${component}\n---\n# Only`,
      'app.kubernetes.io/component: web\n---\n# Only',
      /budget render-service: selects 0/,
    ],
    ['service.yaml', 'targetPort: http', 'targetPort: web', /no pod has the port web/],
    ['service.yaml', 'path: /openapi.json', 'path: /healthz', /\/healthz at http does not answer/],
    ['service.yaml', 'path: /openapi.json', 'path: /capabilities', /\/capabilities at http does not answer/],
    [
      'service.yaml',
      'port: http\n            periodSeconds: 1',
      'port: web\n            periodSeconds: 1',
      /no port web/,
    ],
    [
      'service.yaml',
      'SERVICE_RENDER_METRICS_HOST',
      'SERVICE_RENDER_METRIC_HOST',
      /unknown setting SERVICE_RENDER_METRIC_HOST/,
    ],
    ['service.yaml', 'value: "9464"', 'value: "9000"', /metrics are at another port/],
    [
      'service.yaml',
      'prometheus.io/port: "9464"',
      'prometheus.io/port: "8799"',
      /Prometheus looks at another port/,
    ],
    [
      'service.yaml',
      'valueFrom:\n                secretKeyRef:\n                  name: render-service\n                  key: token',
      'value: secret',
      /token is not from a secret/,
    ],
    ['service.yaml', 'egress: []', 'egress: [{}]', /the service may reach something/],
    ['service.yaml', '    - Egress\n', '', /does not limit both directions/],
    ['service.yaml', 'runAsNonRoot: true', 'runAsNonRoot: false', /may run as root/],
    ['service.yaml', 'type: RuntimeDefault', 'type: Unconfined', /seccomp/],
    [
      'service.yaml',
      'readOnlyRootFilesystem: true',
      'readOnlyRootFilesystem: false',
      /may write to its image/,
    ],
    [
      'service.yaml',
      'allowPrivilegeEscalation: false',
      'allowPrivilegeEscalation: true',
      /may gain privileges/,
    ],
    ['service.yaml', 'memory: 3Gi', 'memory: 512Mi', /limit of memory is 512Mi/],
    [
      'service.yaml',
      'terminationGracePeriodSeconds: 30',
      'terminationGracePeriodSeconds: 15',
      /killed after 15 s, but may need 17 s/,
    ],
    [
      'workers.yaml',
      'terminationGracePeriodSeconds: 630',
      'terminationGracePeriodSeconds: 150',
      /killed after 150 s, but may need 600 s/,
    ],
    ['service.yaml', 'command: [sleep, "5"]', 'command: [sleep, "0"]', /closes its port while others/],
    ['workers.yaml', ', --out-dir, s3://films', '', /may write anywhere/],
    ['workers.yaml', 'envFrom', 'env2From', /no credentials of the store/],
    ['workers.yaml', 'path: /healthz', 'path: /health', /\/health at metrics does not answer/],
    [
      'workers.yaml',
      'app.kubernetes.io/version: 0.1.0',
      'app.kubernetes.io/version: 0.0.9',
      /not of one version/,
    ],
    [
      'workers.yaml',
      'image: render-service:0.1.0',
      'image: render-service:latest',
      /image render-service:latest/,
    ],
    ['workers.yaml', 'name: render-service-worker-0-1-0', 'name: worker', /would replace an earlier version/],
    [
      'monitor.yaml',
      'app.kubernetes.io/name: render-service',
      'app.kubernetes.io/component: worker',
      /1 of 2/,
    ],
    ['monitor.yaml', 'port: metrics', 'port: http', /looks at \/metrics of http/],
    [
      'workers.yaml',
      '      formula: begun + waiting + delayed + running\n',
      '',
      /counts undefined in place of begun \+ waiting \+ delayed \+ running/,
    ],
    [
      'workers.yaml',
      'formula: begun + waiting + delayed + running',
      'formula: waiting',
      /counts waiting in place of/,
    ],
    ['workers.yaml', 'name: running', 'name: active', /in place of begun \+ waiting \+ delayed \+ active/],
    ['workers.yaml', '      target: "1"', '      target: "4"', /4 jobs to a worker/],
    ['workers.yaml', 'bull:render-service-0.1.0:wait', 'bull:render:wait', /looks at bull:render:wait/],
    [
      'workers.yaml',
      '  scaleTargetRef:\n    name: render-service-worker-0-1-0',
      '  scaleTargetRef:\n    name: workers',
      /no deployment workers/,
    ],
    [
      'workers.yaml',
      'redis.render-service.svc:6379/0',
      'redis.render-service.svc:6379/1',
      /but the workers at/,
    ],
    [
      'workers.yaml',
      'passwordFromEnv: REDISCLI_AUTH',
      'passwordFromEnv: REDIS_PASSWORD',
      /no variable REDIS_PASSWORD/,
    ],
    ['workers.yaml', '- port: 9000', '- port: 443', /lets out to ports 53,53,6379,443/],
    ['workers.yaml', 'app.kubernetes.io/name: minio', '', /lets everything out/],
    ['namespace.yaml', 'name: render-service', 'name: films', /the namespace does not exist/],
  ])('a rule rejects a mistake in the Kubernetes manifest %s: %j becomes %j', (file, from, to, problem) => {
    expect(brokenRules(readManifests(changed(file, from, to))).join('\n')).toMatch(problem);
  });
});
