import { IntField, StringField } from '@capture/contracts';
import { ServiceConfig } from '@capture/platform';

/** Settings of a service that has a database schema. */
export class DatabaseConfig extends ServiceConfig {
  @StringField({ pattern: /^postgres(ql)?:\/\//, description: "Connection string of the service's own role" })
  DATABASE_URL: string;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 200,
    description: 'Connections this process may hold',
  })
  DATABASE_POOL_SIZE: number = 10;
}
