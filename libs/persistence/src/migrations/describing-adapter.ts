import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils';

/** PostgreSQL's internal one-byte type, in which its catalogue keeps kinds and flags, and the type `text`. */
const CHAR_OID = 18;
const TEXT_OID = 25;

interface RawResult {
  fields: { dataTypeID: number }[];
}
interface Connection {
  queryRaw(query: SqlQuery): Promise<SqlResultSet>;
  performIO(query: SqlQuery): Promise<RawResult>;
}

/**
 * Connections through which the schema engine can describe a live database. The adapter refuses the catalogue's `"char"`
 * columns as an unsupported type, while the engine expects single characters: this reads them as text and says that they are
 * characters.
 */
export class DescribingAdapter extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    return describing(await super.connect());
  }

  override async connectToShadowDb(): ReturnType<PrismaPg['connectToShadowDb']> {
    return describing(await super.connectToShadowDb());
  }
}

function describing<C extends object>(adapter: C): C {
  const connection = adapter as unknown as Connection;
  const { queryRaw, performIO } = connection;
  connection.queryRaw = async (query) => {
    const characters: number[] = [];
    // A derived object for this one query, so that concurrent queries do not share `characters`.
    const reading = Object.create(connection, {
      performIO: {
        value: async (inner: SqlQuery): Promise<RawResult> => {
          const result = await performIO.call(connection, inner);
          for (const [index, field] of result.fields.entries()) {
            if (field.dataTypeID !== CHAR_OID) continue;
            characters.push(index);
            field.dataTypeID = TEXT_OID;
          }
          return result;
        },
      },
    }) as Connection;
    return withCharacters(await queryRaw.call(reading, query), characters);
  };
  return adapter;
}

function withCharacters(result: SqlResultSet, columns: readonly number[]): SqlResultSet {
  for (const column of columns) {
    result.columnTypes[column] = ColumnTypeEnum.Character;
    // The catalogue's "none" is the zero byte, which arrives as an empty text.
    for (const row of result.rows) if (row[column] === '') row[column] = '\0';
  }
  return result;
}
