/** A long text of a program, shown as it is and never as HTML; it scrolls by itself. */
export function TextBlock({ label, text }: { label: string; text: string }) {
  return (
    <pre className="console-text" role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
