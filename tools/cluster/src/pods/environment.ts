// The environment of a container, out of ConfigMaps, Secrets and its own entries.
import type { Container } from '../manifests/types.js';

export interface Sources {
  configMaps: ReadonlyMap<string, Record<string, string>>;
  secrets: ReadonlyMap<string, Record<string, string>>;
  fields: Record<string, string>;
}

/** @throws Error that names what is missing: a kubelet would not start such a container either */
export function environmentOf(
  { env = [], envFrom = [] }: Container,
  sources: Sources,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const { configMapRef } of envFrom) {
    const data = sources.configMaps.get(configMapRef.name);
    if (data === undefined) throw new Error(`there is no ConfigMap ${configMapRef.name}`);
    Object.assign(result, data);
  }
  for (const { name, value, valueFrom } of env) {
    const { secretKeyRef, fieldRef } = valueFrom ?? {};
    if (secretKeyRef !== undefined) {
      const found = sources.secrets.get(secretKeyRef.name)?.[secretKeyRef.key];
      if (found !== undefined) result[name] = found;
      else if (!secretKeyRef.optional)
        throw new Error(`there is no key ${secretKeyRef.key} in Secret ${secretKeyRef.name}`);
    } else if (fieldRef !== undefined) result[name] = sources.fields[fieldRef.fieldPath] ?? '';
    else result[name] = value ?? '';
  }
  return result;
}
