/** Web Crypto: a global everywhere but in Node 18, which has it in a module. */
export async function webCrypto(): Promise<typeof globalThis.crypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto;
  const { webcrypto } = await import('node:crypto');
  return webcrypto as typeof globalThis.crypto;
}
