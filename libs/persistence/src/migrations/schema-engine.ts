import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory, type ErrorRegistry } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import type { SchemaTarget } from './apply-migration.js';
import { DescribingAdapter } from './describing-adapter.js';

// Neither the ES nor the Node typings declare the two calls of WebAssembly used here.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(
    module: object,
    imports: Record<string, unknown>,
  ): Promise<{ exports: { __wbindgen_start(): void } }>;
};

const DATASOURCE = 'datasource db {\n  provider = "postgresql"\n}\n';

type EngineModule = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: unknown): void };

let loading: Promise<typeof SchemaEngine> | undefined;

/**
 * Prisma's schema engine from its WebAssembly package: the CLI would download a native binary, which a
 * closed network refuses (ADR 0006). The package's own entry expects a bundler, so it is wired by hand.
 */
function loadEngine(): Promise<typeof SchemaEngine> {
  loading ??= (async () => {
    const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const bindings = (await import(pathToFileURL(glue).href)) as EngineModule;
    const wasm = await readFile(join(glue, '..', 'schema_engine_bg.wasm'));
    const compiled = await WebAssembly.compile(wasm);
    const instance = await WebAssembly.instantiate(compiled, { './schema_engine_bg.js': bindings });
    bindings.__wbg_set_wasm(instance.exports);
    // Fills the table of constants; without it the engine does not recognize null.
    instance.exports.__wbindgen_start();
    return bindings.SchemaEngine;
  })();
  return loading;
}

/** The engine tells of what it does not know as "External error id#0": the error itself waits in the registry under that number. */
function withReason(error: unknown, registry: ErrorRegistry): unknown {
  const [said, id] = /External error.*?id#(\d+)/.exec(String(error)) ?? [];
  if (said === undefined) return error;
  const reason = registry.consumeError(Number(id))?.error;
  return reason === undefined ? error : new Error(`the database: ${String(reason)}`, { cause: reason });
}

/** Runs `work` with an engine that is connected to `target`. */
export async function withSchemaEngine<T>(
  target: SchemaTarget,
  datamodel: string | undefined,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const Engine = await loadEngine();
  // A migration runs for every organization: without one it would see no rows (ADR 10).
  const pool = new pg.Pool({ connectionString: target.url, max: 2, options: '-c capture.organization=*' });
  // The pool reports its end before its connections are closed. A server that closes them first would end the process.
  pool.on('error', () => undefined);
  const factory = bindMigrationAwareSqlAdapterFactory(new DescribingAdapter(pool, { schema: target.schema }));
  let engine: SchemaEngine | undefined;
  try {
    engine = await Engine.new(
      { datamodels: [['schema.prisma', datamodel ?? DATASOURCE]] },
      () => undefined,
      factory,
    );
    return await work(engine);
  } catch (error) {
    throw withReason(error, factory.errorRegistry);
  } finally {
    engine?.free();
    await pool.end();
  }
}
