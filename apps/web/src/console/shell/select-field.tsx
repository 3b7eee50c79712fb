import { useId, type SelectHTMLAttributes } from 'react';

interface SelectFieldProps extends Pick<
  SelectHTMLAttributes<HTMLSelectElement>,
  'name' | 'value' | 'defaultValue' | 'autoFocus'
> {
  label: string;
  /** What is chosen among, with their names. */
  choices: Readonly<Record<string, string>>;
  onChosen?: (value: string) => void;
}

/** One choice among few. */
export function SelectField({ label, choices, onChosen, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field console-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} onChange={(event) => onChosen?.(event.currentTarget.value)} {...rest}>
        {Object.entries(choices).map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ChoiceFilterProps {
  label: string;
  /** The choice that leaves nothing out. */
  all: string;
  choices: Readonly<Record<string, string>>;
  value: string | undefined;
  /** Is told `''` for all. */
  onChange: (value: string) => void;
}

/** Narrows a list to one choice. */
export function ChoiceFilter({ label, all, choices, value, onChange }: ChoiceFilterProps) {
  return (
    <SelectField label={label} choices={{ '': all, ...choices }} value={value ?? ''} onChosen={onChange} />
  );
}
