/** The style sheet of the documentation pages; the renderer of the reference brings its own for what it renders. */
export const STYLE = `:root { --ink: #1b1d21; --soft: #5d636d; --line: #dfe2e6; --paper: #fff; --tint: #f4f5f7; --accent: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #9aa1ab; --line: #32363d; --paper: #15171b; --tint: #1e2126; --accent: #7fb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding: .75rem 2rem; border-bottom: 1px solid var(--line); background: var(--tint); }
.page { padding: 1.5rem 2rem 6rem; max-width: 62rem; margin: 0 auto; }
nav a, .page a { color: var(--accent); }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
.page code { background: var(--tint); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
.page pre { background: var(--tint); padding: 1rem; overflow: auto; border-radius: .4rem; }
.page pre code { padding: 0; background: none; }
.page table { width: 100%; border-collapse: collapse; font-size: .9rem; }
.page th, .page td { text-align: left; vertical-align: top; padding: .4rem .6rem .4rem 0; border-top: 1px solid var(--line); }
small { color: var(--soft); font-size: .8rem; }
@media (max-width: 55rem) {
  nav, .page { padding-left: 1rem; padding-right: 1rem; }
}
`;
