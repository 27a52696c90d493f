/** The questions of a signature block in the builder. Signers answer them beside the signature. */
import { X } from 'lucide-react'
import type { FieldErrors } from '#kernel/errors.ts'
import { AddRow } from '#web/form/AddRow.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/inputs.tsx'
import {
  type AskedField,
  asked_field_kinds,
  FIELDS_MAX,
  LABEL_MAX,
} from '../platform/signature-fields.rules.ts'
import type { Block } from './blocks/template-blocks.rules.ts'

type Signature = Extract<Block, { type: 'signature' }>

export function SignerFields({
  block,
  faults,
  onChange,
}: {
  block: Signature
  faults: FieldErrors
  onChange: (block: Block) => void
}) {
  const { fields = [] } = block
  const set = (next: readonly AskedField[]) =>
    onChange({ ...block, fields: next.length === 0 ? undefined : next })
  const put = (at: number, change: Partial<AskedField>) => {
    const old = fields[at]
    if (old) set(fields.with(at, { ...old, ...change }))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-12 font-medium text-n11">Filled in by each signer</legend>
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions stay in their order.
        <div key={at} className="flex flex-wrap items-start gap-2">
          <div className="min-w-0 flex-auto basis-48">
            <TextInput
              label={`Question ${at + 1}`}
              value={field.label}
              maxLength={LABEL_MAX}
              error={faults[`fields.${at}.label`]}
              onChange={(label) => put(at, { label })}
              required
            />
          </div>
          <Select
            label="Answer"
            value={field.kind}
            options={asked_field_kinds}
            onChange={(kind) => {
              const chosen = asked_field_kinds.find(({ value }) => value === kind)
              if (chosen) put(at, { kind: chosen.value })
            }}
          />
          <div className="self-end">
            <Checkbox
              label="Mandatory"
              checked={field.required}
              onChange={(required) => put(at, { required })}
            />
          </div>
          <div className="self-end">
            <IconButton
              icon={X}
              label={`Remove question ${at + 1}`}
              onClick={() => set(fields.toSpliced(at, 1))}
            />
          </div>
        </div>
      ))}
      {fields.length < FIELDS_MAX && (
        <AddRow
          label="Add a question"
          isLastBlank={fields.at(-1)?.label.trim() === ''}
          onAdd={() => set([...fields, { kind: 'text', label: '', required: true }])}
        />
      )}
    </fieldset>
  )
}
