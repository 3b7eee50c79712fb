/** The dark modules of a symbol as path data of SVG, one square each. @param modules rows from the top, true where dark */
export function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
