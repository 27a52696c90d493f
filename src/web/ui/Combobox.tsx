import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from './class-names.ts'
import { Field, fieldAria } from './Field.tsx'
import type { Option } from './inputs.tsx'

export interface ComboboxProps {
  label: string
  value: Option | null
  onChange: (value: Option | null) => void
  options: readonly Option[]
  /** Called on typing for options from the server, which are shown as given. */
  onSearch?: (text: string) => void
  busy?: boolean
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  placeholder?: string
}

/** Choose one of many by typing. */
export function Combobox({
  label,
  value,
  onChange,
  options,
  onSearch,
  busy,
  error,
  hint,
  required,
  placeholder,
}: ComboboxProps) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} required={required ?? false}>
      <Base.Root
        items={options as Option[]}
        value={value}
        onValueChange={(next: Option | null) => onChange(next)}
        onInputValueChange={(text: string) => onSearch?.(text)}
        isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
        {...(onSearch ? { filter: null } : {})}
      >
        <div className="relative">
          <Base.Input
            {...fieldAria(id, { error, hint, required })}
            placeholder={placeholder ?? 'Search...'}
            className="field-input pr-8"
          />
          <Base.Trigger
            aria-label={`Show ${label}`}
            tabIndex={-1}
            className="absolute inset-y-0 right-0 grid w-8 place-items-center text-n10"
          >
            <ChevronDown size={14} aria-hidden />
          </Base.Trigger>
        </div>
        <Base.Portal role="region" aria-label={`${label}: choices`}>
          <Base.Positioner sideOffset={4} className="z-(--z-modal-popover)">
            <Base.Popup className="popup scroll-quiet max-h-72 w-(--anchor-width) min-w-56 overflow-y-auto p-1">
              <Base.Empty className="px-2 text-n11 not-empty:py-2">
                {busy ? 'Searching…' : 'Nothing found'}
              </Base.Empty>
              <Base.List>
                {(option: Option) => (
                  <Base.Item
                    key={option.value}
                    value={option}
                    className={cx(
                      'flex min-h-8 cursor-pointer items-center gap-2 rounded px-2 outline-none data-highlighted:bg-n4 pointer-coarse:min-h-12',
                    )}
                  >
                    <span className="min-w-0 flex-1 truncate">{option.label}</span>
                    <Base.ItemIndicator>
                      <Check size={14} aria-hidden className="text-a11" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  )
}
