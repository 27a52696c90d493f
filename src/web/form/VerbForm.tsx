/**
 * A form as data (spec §2, "dynamic form"): fields of a verb's input, each with its kind, and the verb that takes them.
 * What the server refuses stands under its field. A page says what the fields are; how they look is here.
 */
import { type ReactNode, useMemo, useState } from 'react'
import type { Category } from '#entity/access.ts'
import type { Where } from '#entity/filter.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { useAction } from '#web/core/use-action.ts'
import { usePick } from '#web/kinds/PickInput.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Combobox } from '#web/ui/Combobox.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import type { Option } from '#web/ui/inputs.tsx'
import { MoneyInput, NumberInput, Select, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { useFirstFault } from './use-first-fault.ts'
import { useUnsaved } from './use-unsaved.tsx'

type Base = {
  readonly name: string
  readonly label: string
  readonly required?: boolean
  readonly hint?: string
  /** Shown only while this holds of what is typed so far. */
  readonly when?: (values: Values) => boolean
  readonly only?: readonly Category[]
}

export type FormField = Base &
  (
    | { readonly kind: 'text'; readonly max?: number }
    | { readonly kind: 'area' }
    | { readonly kind: 'money'; readonly currency?: string }
    /** A whole number: sent as one. */
    | { readonly kind: 'whole' }
    /** Decimal text: a percent, a rate. */
    | { readonly kind: 'decimal'; readonly unit?: string }
    | { readonly kind: 'day'; readonly min?: string; readonly max?: string }
    | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly placeholder?: string }
    | {
        readonly kind: 'pick'
        readonly entity: string
        readonly shows: string
        readonly where?: Where
      }
  )

export type Values = Readonly<Record<string, string>>

export interface VerbFormProps<T> {
  readonly action_id: string
  readonly fields: readonly FormField[]
  readonly category: Category
  readonly submit: string
  readonly initial?: Values
  /** What goes with the input besides the fields. */
  readonly fixed?: Readonly<Record<string, unknown>>
  readonly intro?: string
  readonly success: string | ((data: T) => string)
  readonly onDone: (data: T) => void
  /** Below the fields, of what is typed so far. */
  readonly after?: (values: Values) => ReactNode
  readonly bare?: boolean
}

export function VerbForm<T>(props: VerbFormProps<T>) {
  const { action_id, category, submit, initial = {}, fixed, intro, success, onDone, after, bare } = props
  const [values, setValues] = useState<Values>(initial)
  const unsaved = useUnsaved()
  const send = useAction<T>(action_id, {
    success,
    onDone: (data) => {
      unsaved.clear()
      onDone(data)
    },
  })
  const [missing, setMissing] = useState<FieldErrors>({})
  const errors = useMemo(() => ({ ...send.errors, ...missing }), [send.errors, missing])
  const form = useFirstFault(errors)
  const fields = props.fields.filter(
    (field) => (!field.only || field.only.includes(category)) && (field.when?.(values) ?? true),
  )
  const body = (
    <div className="grid gap-3 tablet:grid-cols-2">
      {intro && <p className="text-n11 tablet:col-span-2">{intro}</p>}
      {fields.map((field) => (
        <div key={field.name} className={field.kind === 'area' ? 'tablet:col-span-2' : undefined}>
          <FieldInput
            field={inItsCurrency(field, values)}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            onChange={(value) => {
              unsaved.mark()
              setMissing(({ [field.name]: _, ...others }) => others)
              setValues((now) => ({ ...now, [field.name]: value }))
            }}
          />
        </div>
      ))}
      {after && <div className="tablet:col-span-2">{after(values)}</div>}
      <div className="flex justify-end tablet:col-span-2">
        <Button type="submit" tone="primary" busy={send.busy}>
          {submit}
        </Button>
      </div>
    </div>
  )
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        const empty = missingIn(fields, values)
        setMissing(empty)
        // All that is missing at once, instead of one refusal after the other.
        if (Object.keys(empty).length === 0) void send.run({ ...inputOf(fields, values), ...fixed })
      }}
    >
      {bare ? body : <Card>{body}</Card>}
      {unsaved.guard}
    </form>
  )
}

function missingIn(fields: readonly FormField[], values: Values): FieldErrors {
  const empty = fields.filter((field) => field.required && (values[field.name] ?? '').trim() === '')
  return Object.fromEntries(empty.map((field) => [field.name, validationText.required]))
}

/** An amount is in the currency that is chosen beside it. */
function inItsCurrency(field: FormField, values: Values): FormField {
  const { currency } = values
  return field.kind === 'money' && currency && !field.currency ? { ...field, currency } : field
}

/** What was typed as the verb takes it: whole numbers as numbers, nothing for what was left empty. */
function inputOf(fields: readonly FormField[], values: Values): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const text = (values[field.name] ?? '').trim()
    // A required field goes out empty, so that the server's word stands under it.
    if (text === '' && !(field.required && field.kind !== 'whole')) return []
    // What is no number goes out as it was typed and is refused in the words of the rule.
    return [[field.name, field.kind === 'whole' && /^-?\d+$/.test(text) ? Number(text) : text]]
  })
  return Object.fromEntries(entries)
}

interface InputProps {
  field: FormField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function FieldInput({ field, value, error, onChange }: InputProps) {
  const common = {
    label: field.label,
    value,
    onChange,
    error,
    hint: field.hint,
    required: field.required ?? false,
  }
  switch (field.kind) {
    case 'text':
      return <TextInput {...common} maxLength={field.max ?? 200} />
    case 'area':
      return <TextArea {...common} rows={2} maxLength={4000} />
    case 'money':
      return <MoneyInput {...common} currency={field.currency} />
    case 'whole':
      return <NumberInput {...common} inputMode="numeric" maxLength={6} />
    case 'decimal':
      return <NumberInput {...common} maxLength={15} />
    case 'day':
      return (
        <DayPicker
          {...common}
          {...(field.min ? { min: field.min } : {})}
          {...(field.max ? { max: field.max } : {})}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          options={field.options}
          {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        />
      )
    case 'pick':
      return <PickField field={field} value={value} error={error} onChange={onChange} />
  }
}

function PickField({ field, error, onChange }: InputProps) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Option | null>(null)
  const pick =
    field.kind === 'pick'
      ? { entity: field.entity, label: field.shows, ...(field.where ? { where: field.where } : {}) }
      : { entity: '', label: '' }
  const { options, busy } = usePick(pick, picked && text === picked.label ? '' : text)
  return (
    <Combobox
      label={field.label}
      required={field.required ?? false}
      hint={field.hint}
      error={error}
      value={picked}
      options={options}
      busy={busy}
      onSearch={setText}
      onChange={(option) => {
        setPicked(option)
        onChange(option?.value ?? '')
      }}
    />
  )
}
