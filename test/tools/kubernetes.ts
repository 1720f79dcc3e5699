export { type IScaledObject, ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
export { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
export { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
export { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1';
export { type INamespace, type IService, Namespace, Service } from 'kubernetes-models/v1';
