/** The questions of a document to its signer, beside the signature. */
import type { Answer, Answers } from '#business/platform/signature-fields.rules.ts'
import type { SigningView } from '#business/signing/signing.rules.ts'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Checkbox, TextInput } from '#web/ui/inputs.tsx'

type Props = {
  readonly fields: SigningView['fields']
  readonly answers: Answers
  readonly faultOf: (id: string) => string | undefined
  readonly onChange: (id: string, answer: Answer) => void
}

export function SignFields({ fields, answers, faultOf, onChange }: Props) {
  if (fields.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded border p-3">
      <legend className="px-1 font-medium">Please fill in</legend>
      {fields.map((field) => (
        <SignField
          key={field.id}
          field={field}
          answer={answers[field.id]}
          error={faultOf(field.id)}
          onChange={(answer) => onChange(field.id, answer)}
        />
      ))}
    </fieldset>
  )
}

function SignField({
  field: { kind, label, required },
  answer,
  error,
  onChange,
}: {
  field: SigningView['fields'][number]
  answer: Answer | undefined
  error: string | undefined
  onChange: (answer: Answer) => void
}) {
  const text = typeof answer === 'string' ? answer : ''
  if (kind === 'checkbox')
    return (
      <div>
        <Checkbox label={required ? `${label} *` : label} checked={answer === true} onChange={onChange} />
        {error && (
          <p role="alert" className="text-12 text-red11">
            {error}
          </p>
        )}
      </div>
    )
  const common = { label, value: text, error, onChange, required }
  if (kind === 'date') return <DayPicker {...common} />
  return <TextInput {...common} maxLength={kind === 'initials' ? 6 : 60} />
}
