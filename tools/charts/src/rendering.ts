// What other tools use of the charts: rendered manifests, and the Secrets that an installation needs.
export { trafficTable } from './checks/traffic.js';
export { Charts, type Manifest } from './helm/helm.js';
export { evaluationSecrets, type Secret } from './settings/evaluation-secrets.js';
