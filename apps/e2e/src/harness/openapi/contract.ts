import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fetchDocument, type OpenApi, type ResponseNode } from './openapi.js';

/** Checks answers against the OpenAPI document that the product publishes. */
export class Contract {
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly ajv: Ajv2020;
  private readonly templates: { pattern: RegExp; template: string }[];

  constructor(private readonly document: OpenApi) {
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    // The packages disagree on default exports under nodenext.
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    // Which addresses are taken is our own rule; the package does not know the format.
    this.ajv.addFormat('idn-email', (text: string) => /^\S+@\S+$/.test(text));
    this.ajv.addSchema({ $id: 'openapi', components: document.components });
    this.templates = Object.keys(document.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    }));
  }

  static async fetch(baseUrl: string, path?: string): Promise<Contract> {
    return new Contract(await fetchDocument(baseUrl, path));
  }

  /** @throws naming what the document does not allow in the answer. */
  check(method: string, path: string, status: number, contentType: string, body: unknown): void {
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.template;
    if (template === undefined) throw new Error(`${method} ${path} is not documented`);
    this.checkAnswer(method, template, status, contentType, body);
  }

  /** The same for a path whose template is known. */
  checkAnswer(method: string, template: string, status: number, contentType: string, body: unknown): void {
    const documented = this.response(method, template, status);
    if (!documented)
      throw new Error(`${method} ${template} may not answer ${status}: ${JSON.stringify(body)}`);
    if (documented.content === undefined) {
      if (body !== undefined) throw new Error(`${method} ${template} ${status} should have no body`);
      return;
    }
    const media = documented.content[contentType];
    if (!media) throw new Error(`${method} ${template} ${status} may not be of type "${contentType}"`);
    if (!media.schema) return;
    const validate = this.validator(`${method} ${template} ${status} ${contentType}`, media.schema);
    if (!validate(body)) {
      throw new Error(
        `${method} ${template} ${status}: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
    }
  }

  private response(method: string, template: string, status: number): ResponseNode | undefined {
    const operation = this.document.paths[template]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${template} is not documented`);
    const given = operation.responses[String(status)];
    if (given?.$ref === undefined) return given;
    return this.document.components.responses[given.$ref.split('/').at(-1) ?? ''];
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
