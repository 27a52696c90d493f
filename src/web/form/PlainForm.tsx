import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { validationText } from '#kernel/messages.ts'
import { CallError, call } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox, Select, TextInput } from '#web/ui/inputs.tsx'
import { forgetFields, keepFields, keptFields } from './kept-fields.ts'
import type { PlainField, Typed } from './plain-field.ts'

const shownOf = (fields: readonly PlainField[], typed: Typed) =>
  fields.filter(({ when }) => when?.(typed) ?? true)

/** `{'address.city': 'Leeds'}` → `{address: {city: 'Leeds'}}`, without blanks. */
function inputOf(fields: readonly PlainField[], typed: Typed): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, type, disabled } of fields) {
    const value = typed[name] ?? ''
    if (value === '' || disabled) continue
    const sent = typeof value === 'string' && type !== 'password' ? value.trim() : value
    const [outer = '', inner] = name.split('.')
    if (inner === undefined) input[outer] = sent
    else input[outer] = { ...(input[outer] as object | undefined), [inner]: sent } // Made here, one line above.
  }
  return input
}

const missingIn = (fields: readonly PlainField[], typed: Typed): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(({ name, required }) => required && String(typed[name] ?? '').trim() === '')
      .map(({ name }) => [name, validationText.required]),
  )

/** A form that needs no session: sends its fields to a call and shows each fault under its field. */
export function PlainForm<T>({
  fields: given,
  initial = {},
  path,
  fixed,
  submit,
  onDone,
  buttons,
  kept,
}: {
  fields: readonly PlainField[]
  initial?: Typed
  path: string
  fixed?: object
  submit: string
  onDone: (answer: T) => void
  /** Beside the submit button; `send` takes the same fields to another call. */
  buttons?: (send: (to: string) => void) => ReactNode
  /** The name under which this tab keeps what is typed, until it is sent. */
  kept?: string
}) {
  const [typed, setTyped] = useState<Typed>(() =>
    kept === undefined ? initial : { ...initial, ...keptFields(kept, given) },
  )
  const fields = shownOf(given, typed)
  const put = (name: string, value: string | boolean) => {
    const now = { ...typed, [name]: value }
    setTyped(now)
    if (kept !== undefined) keepFields(kept, given, now)
  }
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const send = async (to: string) => {
    if (busy) return
    setBusy(true)
    setFault('')
    setErrors({})
    try {
      const answer = await call<T>(to, { ...fixed, ...inputOf(fields, typed) })
      if (kept !== undefined) forgetFields(kept)
      onDone(answer)
    } catch (error) {
      const known = error instanceof CallError ? error : null
      const shown = Object.keys(known?.errors ?? {}).filter((name) =>
        fields.some((field) => field.name === name),
      )
      setErrors(known?.errors ?? {})
      if (shown.length === 0) setFault(known?.message ?? 'Something went wrong. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(fields, typed)
    if (Object.keys(missing).length > 0) setErrors(missing)
    else void send(path)
  }
  return (
    <form ref={form} onSubmit={submitted} noValidate className="flex flex-col gap-4">
      <div className="grid gap-3 tablet:grid-cols-2">
        {fields.map(
          ({
            name,
            label,
            type = 'text',
            hint,
            required,
            disabled,
            numeric,
            first,
            wide,
            autoComplete,
            options,
          }) => (
            <div key={name} className={cx('min-w-0', wide && 'tablet:col-span-2')}>
              {options ? (
                <Select
                  label={label}
                  options={options}
                  value={String(typed[name] ?? '')}
                  onChange={(value) => put(name, value)}
                  error={errors[name]}
                  hint={hint}
                />
              ) : type === 'check' ? (
                <Checkbox label={label} checked={typed[name] === true} onChange={(on) => put(name, on)} />
              ) : (
                <TextInput
                  label={label}
                  type={type}
                  name={name}
                  value={String(typed[name] ?? '')}
                  onChange={(value) => put(name, value)}
                  error={errors[name]}
                  hint={hint}
                  required={required ?? false}
                  {...(disabled ? { disabled: true } : {})}
                  {...(first ? { autoFocus: true } : {})}
                  {...(numeric ? { inputMode: 'numeric' as const } : {})}
                  {...(autoComplete ? { autoComplete } : {})}
                />
              )}
            </div>
          ),
        )}
      </div>
      {fault && (
        <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 wrap-anywhere text-red11">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {buttons?.((to) => void send(to))}
        <Button type="submit" tone="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
