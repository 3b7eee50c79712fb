/** The one style sheet of the documentation pages. */
export const STYLE = `:root { --ink: #1b1d21; --soft: #5d636d; --line: #dfe2e6; --paper: #fff; --tint: #f4f5f7; --accent: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #9aa1ab; --line: #32363d; --paper: #15171b; --tint: #1e2126; --accent: #7fb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); color: var(--ink); background: var(--paper);
  font: 16px/1.55 system-ui, sans-serif; }
body > main:only-child { grid-column: 1 / -1; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); background: var(--tint);
  font-size: .875rem; }
nav h2 { margin: 1rem 0 .25rem; font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: .5rem; align-items: baseline; padding: .2rem .3rem; color: inherit; text-decoration: none; border-radius: .25rem; }
nav a:hover, nav a:focus-visible { background: var(--line); }
nav b { flex: 0 0 3.2rem; font-size: .7rem; }
main { padding: 1.5rem 2rem 6rem; max-width: 62rem; width: 100%; }
main > h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
section { padding: 1rem 0 2rem; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
a { color: var(--accent); }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code { background: var(--tint); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--tint); padding: 1rem; overflow: auto; border-radius: .4rem; }
pre code { padding: 0; background: none; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem .4rem 0; border-top: 1px solid var(--line); }
td p { margin: 0; }
small { color: var(--soft); font-size: .8rem; }
td small { display: block; }
.call { font-size: 1.05rem; }
.access { color: var(--soft); }
.answers > li > p:first-of-type { display: inline; }
.get { color: #1a7f4b; } .post { color: #1f5fbf; } .patch { color: #9a6200; } .put { color: #6b46c1; } .delete { color: #c0392b; }
@media (prefers-color-scheme: dark) {
  .get { color: #5fd39a; } .post { color: #7fb0ff; } .patch { color: #f0b95a; } .put { color: #b79bff; } .delete { color: #ff8d7f; }
}
@media (max-width: 55rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 50vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
`;
