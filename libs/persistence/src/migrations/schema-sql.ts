// What migrations are written with. No process and no image has the engine that this needs.
import type { SchemaTarget } from './apply-migration.js';
import { withSchemaEngine } from './schema-engine.js';

const FILTERS = { externalTables: [], externalEnums: [] };
/** The schema is provisioned with its role; a service's own role may not create schemas. */
const CREATE_SCHEMA = /-- CreateSchema\nCREATE SCHEMA [^;]*;\s*/;
const NO_STATEMENT = /^\s*(--.*\s*)*$/;

/** SQL that makes the schema of a datamodel. */
export async function schemaSql(target: SchemaTarget, datamodel: string): Promise<string> {
  return diff(target, { tag: 'empty' }, datamodel);
}

/** SQL that leads from the live schema of `target` to a datamodel; empty when they agree. */
export async function missingSql(target: SchemaTarget, datamodel: string): Promise<string> {
  return diff(
    target,
    { tag: 'schemaDatasource', files: [{ path: 'schema.prisma', content: datamodel }], configDir: '' },
    datamodel,
  );
}

async function diff(target: SchemaTarget, from: object, datamodel: string): Promise<string> {
  return withSchemaEngine(target, datamodel, async (engine) => {
    const result = await engine.diff({
      from,
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: datamodel }] },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: false,
      filters: FILTERS,
    } as Parameters<typeof engine.diff>[0]);
    const script = (result.stdout ?? '').replace(CREATE_SCHEMA, '');
    return NO_STATEMENT.test(script) ? '' : script;
  });
}
