import { type ReactNode, useState } from 'react'
import type { FormKeeper } from '#web/drafts/form-keeper.ts'
import { usePick } from '#web/kinds/PickInput.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import type { Option } from '#web/ui/inputs.tsx'
import { Checkbox, MoneyInput, NumberInput, Radios, Select, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { CurrencyInput } from './CurrencyInput.tsx'
import type { FormField, FormPart, Values } from './fields.ts'
import type { RunningForm } from './use-verb-form.tsx'

type Field = FormField<string, never>

/** The fields in one or two columns, then the parts drawn from their values. */
export function FormBody({ form, columns, aside }: { form: RunningForm; columns: 1 | 2; aside?: ReactNode }) {
  return (
    <div className={cx('grid min-w-0 gap-3', columns === 2 && 'tablet:grid-cols-2')}>
      {form.fields.map((field) => (
        <div
          key={field.name}
          className={cx('min-w-0', columns === 2 && isWide(field) && 'tablet:col-span-2')}
        >
          <FieldInput field={field} form={form} />
        </div>
      ))}
      {aside && <div className={cx('min-w-0', columns === 2 && 'tablet:col-span-2')}>{aside}</div>}
    </div>
  )
}

const isWide = (field: Field) => field.wide ?? (field.kind === 'area' || field.kind === 'custom')

function FieldInput({ field, form }: { field: Field; form: RunningForm }) {
  const { part } = form
  const { keeper } = form.draft
  const { name, label, hint } = field
  const value = String(part.values[name] ?? '')
  const cleared = Object.fromEntries((field.clears ?? []).map((other) => [other, '']))
  const onChange = (typed: unknown) => part.set({ ...cleared, [name]: typed })
  const disabled = field.disabled ?? false
  const common = { label, value, onChange, error: part.errors[name], hint, required: field.required ?? false }
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          disabled={disabled}
          maxLength={field.max ?? 200}
          placeholder={field.placeholder}
          {...(field.leave ? { onBlur: () => void form.leave(name, field.leave) } : {})}
        />
      )
    case 'area':
      return <TextArea {...common} disabled={disabled} rows={field.rows ?? 2} maxLength={field.max ?? 4000} />
    case 'money':
      return <MoneyInput {...common} disabled={disabled} currency={currencyOf(field, part.values)} />
    case 'whole':
      return <NumberInput {...common} disabled={disabled} inputMode="numeric" maxLength={field.max ?? 6} />
    case 'decimal':
      return <NumberInput {...common} disabled={disabled} maxLength={15} />
    case 'day':
      return <DayPicker {...common} min={field.min} max={field.max} />
    case 'choice':
      return (
        <Select
          {...common}
          disabled={disabled}
          options={field.options}
          {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        />
      )
    case 'currency':
      return <CurrencyInput {...common} disabled={disabled} />
    case 'radios':
      return <Radios legend={label} name={name} value={value} onChange={onChange} options={field.options} />
    case 'check':
      return (
        <>
          <Checkbox
            label={label}
            checked={part.values[name] === true}
            disabled={disabled}
            onChange={onChange}
          />
          {hint && <p className="text-12 text-n11">{hint}</p>}
        </>
      )
    case 'pick':
      return <PickField field={field} part={part} keeper={keeper} words={form.picked} />
    case 'custom':
      return field.render(part as FormPart<never>)
  }
}

/** An amount without a currency of its own is in the one chosen beside it. */
function currencyOf(field: Extract<Field, { kind: 'money' }>, values: Values): string | undefined {
  const own = typeof field.currency === 'function' ? field.currency(values as never) : field.currency
  return own || (typeof values.currency === 'string' && values.currency !== '' ? values.currency : undefined)
}

function PickField({
  field,
  part,
  keeper,
  words,
}: {
  field: Extract<Field, { kind: 'pick' }>
  part: FormPart<Values>
  keeper: FormKeeper | null
  words: RunningForm['picked']
}) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Option | null>(
    () => pickedBefore(keeper, field.name) ?? field.picked ?? null,
  )
  const pick = { entity: field.entity, label: field.shows, ...(field.where ? { where: field.where } : {}) }
  const { options, busy } = usePick(pick, picked && text === picked.label ? '' : text)
  return (
    <Combobox
      label={field.label}
      required={field.required ?? false}
      hint={field.hint}
      error={part.errors[field.name]}
      value={part.values[field.name] === '' ? null : picked}
      options={options}
      busy={busy}
      onSearch={setText}
      onChange={(option) => {
        setPicked(option)
        words.current[field.name] = option?.label ?? ''
        if (option) keeper?.picked(field.name, option.label)
        part.set({ [field.name]: option?.value ?? '' })
      }}
    />
  )
}

function pickedBefore(keeper: FormKeeper | null, name: string): Option | null {
  const value = keeper?.back?.values[name]
  const label = keeper?.shown[name]
  return typeof value === 'string' && value !== '' && label !== undefined ? { value, label } : null
}
