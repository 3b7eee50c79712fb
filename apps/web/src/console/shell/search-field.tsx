import { useEffect, useId, useState } from 'react';

/** Typing on within this time asks once. */
const PAUSE_MS = 300;

interface SearchFieldProps {
  label: string;
  /** What is searched for now. */
  value: string;
  maxLength: number;
  onSearch: (text: string) => void;
}

/** Narrows a list to what has a text in it, once one stops typing. */
export function SearchField({ label, value, maxLength, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The address has changed by another way, as by the back button.
  if (value !== shown) {
    setShown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <div className="field" role="search">
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, type: 'search', value: text, maxLength, autoComplete: 'off' }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}
