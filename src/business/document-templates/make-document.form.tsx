/** Make document: a published template becomes a PDF file of the record. */
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { agency_side, isOneOf } from '../shared/who-may.rules.ts'
import { groupsOf, type TemplateKind, type TemplateRecord } from './blocks/template-kinds.rules.ts'
import { template_editors } from './document-template.rules.ts'
import { useMissing, useUsableTemplates } from './usable-templates.hook.ts'

/** The button of a record; absent for roles without documents. */
export function MakeDocument({ record, id }: { record: TemplateRecord; id: string }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!isOneOf(session, agency_side)) return null
  return (
    <>
      <Button icon={FileText} onClick={() => setOpen(true)}>
        Make document
      </Button>
      {isOpen && <MakeForm record={record} id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

function MakeForm({ record, id, onClose }: { record: TemplateRecord; id: string; onClose: () => void }) {
  const session = useSession()
  const { data } = useUsableTemplates(record, {})
  const [module = '', entity = ''] = record.split('.')
  if (!data) return null
  const none = data.length === 0
  const isUmbrellas = (template_id: string) =>
    data.some((one) => one.id === template_id && groupsOf(one.kind as TemplateKind).includes('umbrella')) // A choice.
  return (
    <VerbModal<'template_id' | 'umbrella_margin', object, { attachment_id: string }>
      title="Make document"
      description="The PDF is kept among the files of this record."
      onClose={onClose}
      action_id="platform.attachment.make"
      send={(input, idempotency_key) => call('/api/permission/pdfGen', { ...input, idempotency_key })}
      fields={[
        {
          kind: 'choice',
          name: 'template_id',
          label: 'Template',
          required: true,
          placeholder: none ? 'No template is published for such a record' : 'Choose a template',
          options: data.map((one) => ({ value: one.id, label: templateLabel(one, session.business.id) })),
        },
        {
          kind: 'money',
          name: 'umbrella_margin',
          label: 'Margin of the umbrella company a week',
          hint: 'As the umbrella company has told you.',
          when: ({ template_id }) => isUmbrellas(template_id),
        },
      ]}
      fixed={{ module, entity, id }}
      aside={({ values }) =>
        none && isOneOf(session, template_editors) ? (
          <Link
            to={pathOf({ category: session.category, path: 'config/document_template' })}
            className="inline-flex items-center text-a11 underline pointer-coarse:min-h-11"
          >
            Document Templates
          </Link>
        ) : (
          <MissingValues
            record={record}
            id={id}
            template_id={String(values.template_id ?? '')}
            more={isAmount(values.umbrella_margin) ? { umbrella_margin: values.umbrella_margin } : {}}
          />
        )
      }
      submit="Make PDF"
      success="The document is among the files"
    />
  )
}

const isAmount = (typed: string | undefined): typed is string => /^\d+(\.\d{1,2})?$/.test(typed ?? '')

export const templateLabel = (
  { name, business, business_id }: { name: string; business: { name: string } | null; business_id: string },
  own_id: string,
): string => (business_id === own_id ? name : `${name}, ${business?.name ?? ''}`)

/** The values that the record lacks; `effect` says the consequence. */
export function MissingValues({
  record,
  id,
  template_id,
  more,
  effect = 'The document shows each in brackets.',
}: {
  record: TemplateRecord
  id: string
  template_id: string
  /** Typed values that the record does not hold. */
  more?: object
  effect?: string
}) {
  const { data = [] } = useMissing(record, id, template_id, more)
  if (template_id === '' || data.length === 0) return null
  return (
    <div role="status" className="rounded border border-n6 bg-n2 p-3">
      <p className="font-medium">Missing on this record</p>
      <ul className="list-disc pl-5">
        {data.map(({ name, label }) => (
          <li key={name}>{label}</li>
        ))}
      </ul>
      <p className="mt-1 text-n11">{effect}</p>
    </div>
  )
}
