import { isObject, isStorable, ScimRefusal } from '@capture/contracts';

/** What a call says of a person; what it does not name stays. */
export interface UserChange {
  userName?: string;
  active?: boolean;
  externalId?: string | null;
  /** The name of a role, not checked yet. */
  role?: string;
}

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:user:';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';
/** Attributes of the core schema that are not kept here: directories send them by default. */
const NOT_KEPT = new Set(
  'schemas id meta name displayname nickname profileurl title usertype preferredlanguage locale timezone password emails phonenumbers ims photos addresses groups entitlements x509certificates'.split(
    ' ',
  ),
);
/** An attribute, a filter over its values, and a part of it (RFC 7644, figure 7). */
const PATH = /^([a-z$][\w$-]*)(\[[^[\]]{1,200}\])?(\.[a-z$][\w$-]*)?$/i;
const MOST_TEXT = 500;
const MOST_OPERATIONS = 100;

/** What a whole user says, of POST or PUT. Attributes that are not kept are ignored. @throws ScimRefusal */
export function changeOfUser(body: unknown): UserChange {
  if (!isObject(body)) throw new ScimRefusal('invalidSyntax', 'Send a user as a JSON object.');
  return ofMembers({}, body);
}

/** What the operations of a PATCH say together, the later over the earlier. @throws ScimRefusal */
export function changeOfPatch(body: unknown): UserChange {
  const operations = isObject(body) ? memberOf(body, 'operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw new ScimRefusal('invalidSyntax', `Send 1 to ${MOST_OPERATIONS} Operations.`);
  return operations.reduce<UserChange>(afterOperation, {});
}

function afterOperation(change: UserChange, operation: unknown): UserChange {
  const { op, path, value } = isObject(operation)
    ? {
        op: memberOf(operation, 'op'),
        path: memberOf(operation, 'path'),
        value: memberOf(operation, 'value'),
      }
    : {};
  const verb = typeof op === 'string' ? op.toLowerCase() : '';
  if (verb === 'remove') return afterRemoval(change, path);
  if (verb !== 'add' && verb !== 'replace')
    throw new ScimRefusal('invalidSyntax', 'op must be add, replace or remove.');
  if (path !== undefined && path !== null && path !== '')
    return ofAttribute(change, attributeOf(path), value);
  if (!isObject(value)) throw new ScimRefusal('invalidSyntax', 'Without a path, value must be an object.');
  return ofMembers(change, value);
}

/** Only what the directory calls the person can be taken away; what is not kept is gone already, and a role stays. */
function afterRemoval(change: UserChange, path: unknown): UserChange {
  if (path === undefined || path === null || path === '')
    throw new ScimRefusal('noTarget', 'remove needs a path.');
  const attribute = attributeOf(path);
  if (attribute === 'active' || attribute === 'username')
    throw new ScimRefusal('mutability', `${attribute} cannot be removed; replace it.`);
  return attribute === 'externalid' ? { ...change, externalId: null } : change;
}

function ofMembers(change: UserChange, members: Record<string, unknown>): UserChange {
  return Object.entries(members).reduce((before, [name, value]) => {
    const lower = withoutCore(name.toLowerCase());
    return ofAttribute(before, lower, value);
  }, change);
}

/** @throws ScimRefusal `invalidPath` for what no user has, so that a mistyped `active` is not taken for done */
function attributeOf(path: unknown): string {
  const text = typeof path === 'string' ? path.toLowerCase() : '';
  if (text.startsWith(ENTERPRISE)) return 'schemas';
  const [, name = '', filter, part] = PATH.exec(withoutCore(text)) ?? [];
  const isWhole = filter === undefined && part === undefined;
  const isKept = name === 'roles' || (isWhole && ['active', 'username', 'externalid'].includes(name));
  if (isKept || NOT_KEPT.has(name)) return name;
  throw new ScimRefusal('invalidPath', 'The path names no attribute of a user.');
}

function ofAttribute(change: UserChange, name: string, value: unknown): UserChange {
  if (name === 'active') return { ...change, active: truthOf(value) };
  if (name === 'username') return { ...change, userName: textOf('userName', value) };
  if (name === 'externalid')
    return { ...change, externalId: value === null ? null : textOf('externalId', value) };
  if (name !== 'roles') return change;
  const role = roleIn(value);
  return role === undefined ? change : { ...change, role };
}

/** Entra sends "True" and "False". */
function truthOf(value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw new ScimRefusal('invalidValue', 'active must be true or false.');
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > MOST_TEXT)
    throw new ScimRefusal('invalidValue', `${name} must be a text of 1 to ${MOST_TEXT} characters.`);
  if (!isStorable(value))
    throw new ScimRefusal('invalidValue', `${name} must not contain NUL or half a character.`);
  return value;
}

/** A list of values, one value, or its text; undefined where there is none. */
function roleIn(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (values.length > 1) throw new ScimRefusal('invalidValue', 'A person has one role.');
  const [only] = values;
  if (only === undefined) return undefined;
  return textOf('roles', isObject(only) ? memberOf(only, 'value') : only).toLowerCase();
}

/** Names of attributes are compared without case (RFC 7643, 2.1). */
function memberOf(object: Record<string, unknown>, name: string): unknown {
  return Object.entries(object).find(([given]) => given.toLowerCase() === name)?.[1];
}

function withoutCore(name: string): string {
  return name.startsWith(CORE) ? name.slice(CORE.length) : name;
}
