import { getMetadataStorage } from 'class-validator';

type Rules = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>;

/**
 * class-validator looks a class's rules up among those of all classes, for every value again. They are complete when the class
 * is declared, so from here on each class is looked up once.
 */
export function rememberRules(): void {
  const storage = getMetadataStorage();
  const lookUp = storage.getTargetValidationMetadatas.bind(storage);
  const remembered = new WeakMap<object, Rules>();
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return lookUp(type, schema, always, strictGroups, groups);
    const known = remembered.get(type);
    if (known) return known;
    const rules = lookUp(type, schema, always, strictGroups);
    remembered.set(type, rules);
    return rules;
  };
}
