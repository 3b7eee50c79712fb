export function bundleService(service: string, target: string, from?: string): Promise<void>;
export function removeBundled(app: string): void;
