// The profile RuntimeDefault for a container without capabilities, from the file that container engines of Debian ship.
import { readFileSync } from 'node:fs';

const FILE = '/usr/share/containers/seccomp.json';

interface Condition {
  arches?: string[];
  caps?: string[];
}
interface Syscalls {
  names: string[];
  action: string;
  errnoRet?: number | null;
  args?: object[] | null;
  includes?: Condition;
  excludes?: Condition;
}
interface Profile {
  defaultAction: string;
  defaultErrnoRet?: number;
  syscalls: Syscalls[];
}

/** What of the profile applies to a process of this machine that has no capability. */
export function withoutCapabilities(
  { defaultAction, defaultErrnoRet, syscalls }: Profile,
  arch: string,
): object {
  const applies = ({ includes = {}, excludes = {} }: Syscalls): boolean =>
    includes.caps === undefined &&
    (includes.arches === undefined || includes.arches.includes(arch)) &&
    !(excludes.arches ?? []).includes(arch);
  return {
    defaultAction,
    ...(defaultErrnoRet !== undefined && { defaultErrnoRet }),
    architectures:
      arch === 'amd64'
        ? ['SCMP_ARCH_X86_64', 'SCMP_ARCH_X86', 'SCMP_ARCH_X32']
        : ['SCMP_ARCH_AARCH64', 'SCMP_ARCH_ARM'],
    syscalls: syscalls.filter(applies).map(({ names, action, errnoRet, args }) => ({
      names,
      action,
      ...(typeof errnoRet === 'number' && { errnoRet }),
      ...(args && args.length > 0 && { args }),
    })),
  };
}

export function runtimeDefault(): object {
  const profile = JSON.parse(readFileSync(FILE, 'utf8')) as Profile;
  return withoutCapabilities(profile, process.arch === 'x64' ? 'amd64' : process.arch);
}
