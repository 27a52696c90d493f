import type { ComponentPropsWithRef } from 'react'
import { useId } from 'react'
import { ungrouped } from '#kernel/decimal-text.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { cx } from './class-names.ts'
import { Field, fieldAria } from './Field.tsx'

interface Common {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
}
type InputRest = Omit<ComponentPropsWithRef<'input'>, keyof Common | 'size' | 'children'>

export type TextInputProps = Common & InputRest

/** Parts an input's properties: those of its label and messages, and those of the control itself. */
function useField<Props extends Common>({
  label,
  value,
  onChange,
  error,
  hint,
  required = false,
  ...rest
}: Props) {
  const id = useId()
  const around = { id, label, error, hint, required }
  const control = {
    ...rest,
    ...fieldAria(id, { error, hint, required }),
    value,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  }
  return { around, control }
}

export function TextInput({ className, ...props }: TextInputProps) {
  const { around, control } = useField(props)
  return (
    <Field {...around}>
      <input type="text" autoComplete="off" {...control} className={cx('field-input', className)} />
    </Field>
  )
}

/** Numbers stay text until the kernel parses them: no float. Only commas between thousands are dropped. */
export function NumberInput({ className, onChange, ...props }: TextInputProps & { unit?: string }) {
  const typed = (text: string) => onChange(ungrouped(text))
  return (
    <TextInput
      inputMode="decimal"
      {...props}
      onChange={typed}
      className={cx('numeric text-right', className)}
    />
  )
}

/** Spec §9: currency input of at most 15 characters. */
export function MoneyInput({
  currency,
  className,
  onChange,
  ...props
}: TextInputProps & { currency?: string | undefined }) {
  const { around, control } = useField({ ...props, onChange: (text: string) => onChange(ungrouped(text)) })
  const symbol = symbolOf(currencyOrGbp(currency)).trim()
  return (
    <Field {...around}>
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-2 flex items-center text-n10">
          {symbol}
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={15}
          {...control}
          className={cx('field-input numeric text-right', symbol.length > 1 ? 'pl-10' : 'pl-6', className)}
        />
      </div>
    </Field>
  )
}

/** A line of a field. An area begins with its rows and grows with its text, where the browser can. */
const line_pixels = 20

export function TextArea({
  className,
  ...props
}: Common & Omit<ComponentPropsWithRef<'textarea'>, keyof Common>) {
  const { around, control } = useField(props)
  return (
    <Field {...around}>
      <textarea
        rows={3}
        {...control}
        style={{ minHeight: (props.rows ?? 3) * line_pixels + 14 }}
        className={cx('field-input', className)}
      />
    </Field>
  )
}

export interface Option {
  readonly value: string
  readonly label: string
}

/** The native select: right on every phone, without script. */
export function Select({
  options,
  placeholder,
  className,
  hideLabel,
  ...props
}: Common &
  Omit<ComponentPropsWithRef<'select'>, keyof Common> & {
    options: readonly Option[]
    placeholder?: string
    hideLabel?: boolean
  }) {
  const { around, control } = useField(props)
  const select = (
    <select
      {...control}
      aria-label={hideLabel ? props.label : undefined}
      className={cx('field-input field-select', className)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
  if (hideLabel) return select
  return <Field {...around}>{select}</Field>
}

export function Checkbox({
  label,
  hideLabel,
  checked,
  onChange,
  indeterminate,
  className,
  area,
  ...rest
}: Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'type'> & {
  label: string
  hideLabel?: boolean
  /** The area around a box without label belongs to it: a finger is wider. */
  area?: string
  indeterminate?: boolean
  onChange: (checked: boolean) => void
}) {
  const box = (
    <input
      type="checkbox"
      {...rest}
      aria-label={hideLabel ? label : undefined}
      checked={checked ?? false}
      ref={(node) => {
        if (node) node.indeterminate = indeterminate ?? false
      }}
      onChange={(event) => onChange(event.target.checked)}
      className={cx('tick', className)}
    />
  )
  // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control, and says its name.
  if (hideLabel) return area ? <label className={area}>{box}</label> : box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control.
    <label className="flex min-h-7 cursor-pointer items-center gap-2 py-1 pointer-coarse:min-h-12">
      {box}
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  )
}

export function Radios({
  legend,
  hideLegend = false,
  name,
  value,
  onChange,
  options,
}: {
  legend: string
  /** For a label already visible beside it. */
  hideLegend?: boolean
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
}) {
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className={hideLegend ? 'sr-only' : 'mb-1 text-12 font-medium text-n11'}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-7 cursor-pointer items-center gap-2 pointer-coarse:min-h-12"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="tick"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
