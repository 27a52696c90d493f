import { Checkbox } from './inputs.tsx'

export interface TicksProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: readonly string[]
  readonly onChange: (chosen: string[]) => void
  readonly error: string | undefined
}

/** A list of boxes of which any may be ticked. */
export function Ticks({ label, options, value, onChange, error }: TicksProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 font-medium text-n11">{label}</legend>
      <div className="max-h-60 overflow-y-auto">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={(on) =>
              onChange(on ? [...value, option.value] : value.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-12 text-red11">
          {error}
        </p>
      )}
    </fieldset>
  )
}
