import { useId } from 'react';

interface ChoiceFilterProps {
  label: string;
  /** The choice that leaves nothing out. */
  all: string;
  /** What is chosen among, with their names. */
  choices: Readonly<Record<string, string>>;
  value: string | undefined;
  /** Is told `''` for all. */
  onChange: (value: string) => void;
}

/** Narrows a list to one choice. */
export function ChoiceFilter({ label, all, choices, value, onChange }: ChoiceFilterProps) {
  const id = useId();
  return (
    <div className="field console-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {Object.entries(choices).map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
