import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { Matches, validateSync } from 'class-validator';
import { IntField, StringField, StringListField } from '@capture/contracts';

/** Lists every bad variable, so that an operator can fix a deployment in one go. */
export class ConfigError extends Error {
  constructor(
    readonly service: string,
    readonly problems: string[],
  ) {
    super(
      `${service}: ${problems.length} bad setting(s)\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Settings that every process has. Names are the environment variables themselves. */
export class ServiceConfig {
  @StringField({ optional: true, description: 'Address the HTTP server binds to' })
  CAPTURE_HTTP_HOST: string = '127.0.0.1';

  @IntField({ optional: true, text: true, max: 65_535, description: 'Port; 0 takes a free one' })
  CAPTURE_HTTP_PORT: number = 0;

  @StringField({
    optional: true,
    pattern: /^https?:\/\/[^/]+(\/.*)?$/,
    description: 'Public origin of the gateway: links are built on it',
  })
  CAPTURE_PUBLIC_URL: string = 'http://localhost:8080';

  @StringListField({
    text: true,
    minItems: 1,
    maxItems: 2,
    description:
      'Public halves of the key that the gateway signs the principal header with, each base64 of 32 bytes',
  })
  @Matches(/^[A-Za-z0-9+/]{43}=$/, {
    each: true,
    message: '$property must list Ed25519 public keys, each base64 of 32 bytes',
  })
  CAPTURE_PRINCIPAL_PUBLIC_KEYS: string[];

  @IntField({
    optional: true,
    text: true,
    max: 60,
    description: "Seconds by which the gateway's clock may be ahead of or behind this process's",
  })
  CAPTURE_CLOCK_TOLERANCE_SEC: number = 5;

  @StringField({ optional: true, pattern: /^(trace|debug|info|warn|error|fatal|silent)$/ })
  LOG_LEVEL: string = 'info';

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 600,
    description: 'Seconds a stopping process may drain',
  })
  CAPTURE_SHUTDOWN_GRACE_SEC: number = 20;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    max: 60_000,
    description:
      'Milliseconds for which a stopping process reports unready and still answers, before it closes',
  })
  CAPTURE_DRAIN_DELAY_MS: number = 5_000;

  @StringField({
    optional: true,
    description: 'OTLP endpoint that spans and metrics are sent to; without it neither is',
  })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @StringField({
    optional: true,
    pattern: /^(grpc|http\/json|http\/protobuf)$/,
    description: 'Protocol of the OTLP endpoint; http/protobuf unless set',
  })
  OTEL_EXPORTER_OTLP_PROTOCOL?: string;

  @IntField({
    optional: true,
    text: true,
    min: 1_000,
    max: 3_600_000,
    description: 'Milliseconds between two sendings of metrics to the OTLP endpoint',
  })
  OTEL_METRIC_EXPORT_INTERVAL: number = 60_000;

  @StringField({
    optional: true,
    pattern: /^(0(\.\d+)?|1)$/,
    description: 'Share of traces that is recorded, from 0 to 1; the gateway decides for those behind it',
  })
  CAPTURE_TRACE_RATIO: string = '1';
}

/**
 * Reads the variables that `type` declares out of `env`, coerces and validates them.
 * Empty variables count as absent. Values are never echoed: they may be secrets.
 * @throws ConfigError naming every bad variable.
 */
export function loadConfig<C extends object>(
  service: string,
  type: new () => C,
  env: Record<string, string | undefined>,
): C {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const config = plainToInstance(type, given, { exposeDefaultValues: true });
  const problems = validateSync(config, { whitelist: true, skipMissingProperties: false }).map((error) => {
    const reasons = Object.values(error.constraints ?? { invalid: 'is not valid' }).join(', ');
    return given[error.property] === undefined ? `${error.property} is required (${reasons})` : reasons;
  });
  if (problems.length > 0) throw new ConfigError(service, problems);
  return config;
}
