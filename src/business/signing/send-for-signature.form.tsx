/** Send for signature: a PDF file of the record or a template, and its signers. */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { labelOf } from '#entity/choices.ts'
import { action, call, graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import type { FormPart } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { MissingValues, templateLabel } from '../document-templates/make-document.form.tsx'
import { useUsableTemplates } from '../document-templates/usable-templates.hook.ts'
import { signature_types } from '../platform/signature-types.rules.ts'
import { DAYS_TO_SIGN, needed_party, type SignedAbout } from './signing.rules.ts'

const choices = gql(`query signature_choices($entity: String!, $id: uuid!, $businesses: [uuid!]!) {
  files: platform_attachment(
    where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id }, content_type: { _eq: "application/pdf" } }
    order_by: { created_at: desc }, limit: 50
  ) { id file_name }
  people: business_business_contact(
    where: { business_id: { _in: $businesses }, is_active: { _eq: true } }
    order_by: [{ last_name: asc }, { id: asc }], limit: 200
  ) { id first_name last_name business_id business { name } }
}`)

type Row = {
  readonly key: string
  contact_id: string
  name: string
  email: string
  party: string
  position: string
}
type Rows = { readonly signers: readonly Row[] }

const emptyRow = (position: number, contact_id = ''): Row => ({
  key: crypto.randomUUID(),
  contact_id,
  name: '',
  email: '',
  party: '',
  position: String(position),
})

const titleOf = (file_name: string): string => file_name.replace(/\.pdf$/i, '')

/** The usual document about a business. */
const usual_types: Readonly<Partial<Record<SignedAbout['entity'], string>>> = {
  'business.agency': 'agreement',
  'business.client': 'client_terms',
  'business.contractor': 'contract',
}

/** Where there is one document to send, it is chosen. */
const startOf = (
  entity: SignedAbout['entity'],
  sole: { readonly value: string; readonly title: string } | undefined,
) => ({
  type: usual_types[entity] ?? '',
  ...(sole ? { attachment_id: sole.value, title: sole.title } : {}),
})

const signerInput = ({ contact_id, name, email, party, position }: Row) => ({
  position: Number(position),
  ...(contact_id === '' ? { name, email, ...(party === '' ? {} : { party }) } : { contact_id }),
})

/** A template among the files of the choice. */
const TEMPLATE = 'template '
const templateOf = (chosen: string): string | null =>
  chosen.startsWith(TEMPLATE) ? chosen.slice(TEMPLATE.length) : null

interface Prepared {
  readonly id: string
  /** Labels of values that the record lacks. */
  readonly missing: readonly string[]
}

interface Prefilled {
  readonly document_id: string
  readonly missing: readonly { readonly label: string }[]
}

/** Prepares the document from the template or the file. */
async function prepare(
  { parent_entity, parent_id, ...input }: Record<string, unknown>,
  idempotency_key: string,
): Promise<Prepared> {
  const template_id = templateOf(String(input.attachment_id ?? ''))
  if (template_id === null) {
    const made = await action<{ id: string }>(
      'platform.document.create',
      { parent_entity, parent_id, ...input },
      idempotency_key,
    )
    return { ...made, missing: [] }
  }
  const [module, entity] = String(parent_entity).split('.')
  const { title, signers } = input
  const about = { template_id, module, entity, id: parent_id }
  const { document_id, missing } = await call<Prefilled>('/api/permission/prefill', {
    ...about,
    title,
    signers,
    idempotency_key,
  })
  return { id: document_id, missing: missing.map(({ label }) => label) }
}

export function SendForSignature({ about, onClose }: { about: SignedAbout; onClose: () => void }) {
  const session = useSession()
  const { entity, id, parties } = about
  const businesses = [...new Set([session.business.id, ...Object.values(parties)])]
  const send = useAction('platform.document.send', { success: 'The document is on its way' })
  const { data } = useQuery({
    // Read again after an upload.
    queryKey: ['attachments', 'to_sign', entity, id],
    queryFn: ({ signal }) => graphql(choices, { entity, id, businesses }, signal),
  })
  const templates = useUsableTemplates(entity, { is_signed: true })
  if (!data || !templates.data) return null
  const offered = templates.data
  const people = data.people.map((one) => ({
    value: one.id,
    label: `${one.first_name} ${one.last_name}, ${one.business?.name ?? ''}`,
  }))
  const sides = [...new Set(['agency', 'provider', ...Object.keys(parties)])]
    .filter((side) => side === session.category || Object.hasOwn(parties, side))
    .map((side) => ({ value: side, label: labelOf(side) }))
  const choice = [
    ...offered.map((one) => ({
      value: `${TEMPLATE}${one.id}`,
      label: `From template: ${templateLabel(one, session.business.id)}`,
      title: one.name,
    })),
    ...data.files.map((file) => ({ value: file.id, label: file.file_name, title: titleOf(file.file_name) })),
  ]
  const sole = choice.length === 1 ? choice[0] : undefined
  const other = needed_party[entity]
  const theirs = data.people.filter(
    ({ business_id }) => other !== undefined && business_id === parties[other],
  )
  const only_signer = theirs.length === 1 ? theirs[0]?.id : undefined
  return (
    <VerbModal<string, Rows, Prepared>
      title="Send for signature"
      description={`Each signer gets a link by mail and has ${DAYS_TO_SIGN} days. Deeds need a witness and cannot be signed here.`}
      size="md"
      onClose={onClose}
      action_id="platform.document.create"
      send={prepare}
      initial={{ ...startOf(entity, sole), signers: [emptyRow(1, only_signer)] }}
      fields={[
        {
          kind: 'choice',
          name: 'attachment_id',
          label: 'Document',
          required: true,
          placeholder:
            choice.length === 0 ? 'Add a PDF file to the record first' : 'Choose a template or a PDF file',
          options: choice,
        },
        { kind: 'text', name: 'title', label: 'Title', required: true, max: 200 },
        {
          kind: 'choice',
          name: 'type',
          label: 'Type',
          required: true,
          placeholder: 'Choose a type',
          options: signature_types.map((type) => ({ value: type, label: labelOf(type) })),
          // A template says it.
          when: ({ attachment_id }) => templateOf(String(attachment_id)) === null,
        },
        {
          kind: 'custom',
          name: 'signers',
          label: 'Signers',
          render: (part) => <SignerRows part={part} people={people} sides={sides} />,
        },
      ]}
      fixed={{ parent_entity: entity, parent_id: id }}
      input={(input, { signers }) => ({ ...input, signers: signers.map(signerInput) })}
      aside={({ values }) => (
        <MissingValues
          record={entity}
          id={id}
          template_id={templateOf(String(values.attachment_id)) ?? ''}
          effect="It stays a draft: enter these on the record and make the document again."
        />
      )}
      submit="Send"
      success={false}
      onDone={({ id: document_id, missing }) => {
        if (missing.length === 0) void send.run({ id: document_id })
        else notify.success('The document is a draft: values are missing')
      }}
    />
  )
}

type Options = readonly { readonly value: string; readonly label: string }[]

function SignerRows({ part, people, sides }: { part: FormPart<Rows>; people: Options; sides: Options }) {
  const { signers } = part.values
  const change = (key: string, changes: Partial<Row>) =>
    part.update((now) => ({
      signers: now.signers.map((row) => (row.key === key ? { ...row, ...changes } : row)),
    }))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-12 font-medium text-n11">Signers</legend>
      {signers.map((row, at) => {
        const fault = (name: string) => part.errors[`signers.${at}.${name}`]
        return (
          <div key={row.key} className="flex flex-col gap-2 rounded border p-3">
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <Select
                  label="Person"
                  value={row.contact_id}
                  placeholder="Somebody else"
                  options={people}
                  error={fault('contact_id')}
                  onChange={(contact_id) => change(row.key, { contact_id })}
                />
              </div>
              <div className="w-20">
                <TextInput
                  label="Order"
                  inputMode="numeric"
                  value={row.position}
                  error={fault('position')}
                  onChange={(position) => change(row.key, { position })}
                />
              </div>
              {signers.length > 1 && (
                <IconButton
                  icon={X}
                  label={`Remove signer ${at + 1}`}
                  onClick={() =>
                    part.update((now) => ({ signers: now.signers.filter(({ key }) => key !== row.key) }))
                  }
                />
              )}
            </div>
            {row.contact_id === '' && (
              <>
                <TextInput
                  label="Name"
                  value={row.name}
                  error={fault('name')}
                  onChange={(name) => change(row.key, { name })}
                  required
                />
                <TextInput
                  label="Email"
                  type="email"
                  value={row.email}
                  error={fault('email')}
                  hint="A code by mail proves the address"
                  onChange={(email) => change(row.key, { email })}
                  required
                />
                <Select
                  label="Signs for"
                  value={row.party}
                  placeholder="Choose a side"
                  options={sides}
                  error={fault('party')}
                  onChange={(party) => change(row.key, { party })}
                  required
                />
              </>
            )}
          </div>
        )
      })}
      <AddRow
        label="Add a signer"
        isLastBlank={isLastBlank(signers, 'contact_id', 'name', 'email')}
        onAdd={() => part.update((now) => ({ signers: [...now.signers, emptyRow(now.signers.length + 1)] }))}
      />
      {part.errors.signers && <p className="text-12 text-red11">{part.errors.signers}</p>}
    </fieldset>
  )
}
