import { membersCopy, roleNames } from '../copy/organization.copy.js';
import { useRight } from '../shell/me.js';
import { SelectField } from '../shell/select-field.js';
import type { Role } from './members-api.js';

/** The roles that the reader may give: owners alone make owners. */
export function RoleField({ value, autoFocus = false }: { value: Role; autoFocus?: boolean }) {
  const mayManageOwners = useRight('owners.manage');
  const { owner, ...others } = roleNames;
  const choices = mayManageOwners ? { owner, ...others } : others;
  return (
    <SelectField {...{ label: membersCopy.role, name: 'role', choices, autoFocus }} defaultValue={value} />
  );
}

export function roleOf(form: FormData): Role {
  return form.get('role') as Role;
}
