import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface ResponseNode {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

interface Operation {
  responses: Record<string, ResponseNode>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, ResponseNode> };
}

/** Checks answers against the OpenAPI document that the product itself publishes. */
export class Contract {
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly ajv: Ajv2020;
  private readonly templates: { pattern: RegExp; template: string }[];

  private constructor(private readonly document: OpenApi) {
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    // The packages disagree on default exports under nodenext.
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', components: document.components });
    this.templates = Object.keys(document.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    }));
  }

  static async fetch(baseUrl: string): Promise<Contract> {
    const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
    if (!response.ok) throw new Error(`openapi.json answered ${response.status}`);
    return new Contract((await response.json()) as OpenApi);
  }

  /** @throws naming what an answer has that the document does not allow. */
  check(method: string, path: string, status: number, contentType: string, body: unknown): void {
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.template;
    const operation =
      template === undefined ? undefined : this.document.paths[template]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not documented`);
    const given = operation.responses[String(status)];
    const documented =
      given?.$ref === undefined
        ? given
        : this.document.components.responses[given.$ref.split('/').at(-1) ?? ''];
    if (!documented)
      throw new Error(`${method} ${template} may not answer ${status}: ${JSON.stringify(body)}`);
    const schema = documented.content?.[contentType]?.schema;
    if (!schema) return;
    const validate = this.validator(`${method} ${template} ${status}`, schema);
    if (!validate(body)) {
      throw new Error(
        `${method} ${template} ${status}: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
    }
  }

  private validator(name: string, schema: object): ValidateFunction {
    const known = this.validators.get(name);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const made = this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(name, made);
    return made;
  }
}
