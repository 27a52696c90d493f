/** Terms of business of a new party, made from a published template with what is typed. */
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { call, graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/inputs.tsx'
import type { TypedPaper } from './party-rows.rules.ts'

/** The kind of template of each kind of party. */
const template_kinds = { client: 'business_terms', agency: 'agency_terms' } as const

export type MadeTerms = {
  readonly of: keyof typeof template_kinds
  /** False while typed values are on their way to the draft. */
  readonly is_kept: boolean
}

const templates = gql(`query terms_templates($kind: String!) {
  rows: config_document_template(
    where: { status: { _eq: "published" }, kind: { _eq: $kind } }, order_by: [{ name: asc }, { id: asc }], limit: 200
  ) { id name }
}`)
const made_file = gql(`query made_terms($id: uuid!) {
  rows: platform_attachment(where: { id: { _eq: $id } }, limit: 1) { id file_name }
}`)

type File = Pick<TypedPaper, 'file_id' | 'file_name'>

/** Absent where no template is published. */
export function MakeTerms({
  made: { of, is_kept },
  draft_id,
  onFile,
}: {
  made: MadeTerms
  draft_id: string
  onFile: (file: File) => void
}) {
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery({
    queryKey: ['terms_templates', of],
    queryFn: async ({ signal }) => (await graphql(templates, { kind: template_kinds[of] }, signal)).rows,
  })
  const make = useAction<File>('platform.attachment.make', {
    success: 'The document is made',
    shows: ['template_id'],
    send: async (input, idempotency_key) => {
      const { attachment_id } = await call<{ attachment_id: string }>('/api/permission/pdfGen', {
        ...input,
        idempotency_key,
      })
      const { rows } = await graphql(made_file, { id: attachment_id })
      return { file_id: attachment_id, file_name: rows[0]?.file_name ?? '' }
    },
    onDone: onFile,
  })
  if (data.length === 0) return null
  const template_id = typed || (data[0]?.id ?? '')
  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      {data.length > 1 && (
        <Select
          label="Template"
          options={data.map(({ id, name }) => ({ value: id, label: name }))}
          value={template_id}
          onChange={setTyped}
        />
      )}
      <Button
        icon={FileText}
        busy={make.busy}
        disabledReason={is_kept ? null : 'Keeping the draft…'}
        onClick={() =>
          void make.run({ template_id, module: 'request', entity: 'draft_request', id: draft_id })
        }
      >
        {data.length > 1 ? 'Make from template' : `Make from ${data[0]?.name}`}
      </Button>
      {make.errors.template_id && (
        <p role="alert" className="basis-full text-12 text-red11">
          {make.errors.template_id}
        </p>
      )}
    </div>
  )
}
