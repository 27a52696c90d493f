/** An approval of a placement given elsewhere: the agency states it, and the provider checks it before the activation. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { upload_hint } from '#web/blocks/FileControl.tsx'
import { Upload } from '#web/blocks/Upload.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { FormPart } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import { evidence_methods } from './placement-evidence.rules.ts'

type Noun = 'temp_placement' | 'perm_placement'

const document = gql(`query stated_evidence($entity: String!, $id: uuid!, $business_id: uuid!) {
  files: platform_attachment(
    where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id } }, order_by: { created_at: desc }, limit: 50
  ) { id file_name }
  people: business_business_contact(where: { business_id: { _eq: $business_id }, is_active: { _eq: true } }, order_by: [{ name: asc }], limit: 200) { id name roles }
}`)

/** The business that is asked, and its roles that approve. */
type AskedSide = { readonly business_id: string; readonly roles: readonly string[] }

export function ApproveByEvidence({
  noun,
  row: { id, updated_at },
  side: { business_id, roles },
  onClose,
}: {
  noun: Noun
  row: ListRow
  side: AskedSide
  onClose: () => void
}) {
  const { today } = useSession()
  const entity = `contract.${noun}`
  const { data } = useQuery({
    queryKey: ['attachments', entity, id, 'evidence', business_id],
    queryFn: ({ signal }) => graphql(document, { entity, id, business_id }, signal),
  })
  const files = data?.files ?? []
  const people = (data?.people ?? []).filter((one) => one.roles.some((role) => roles.includes(role)))
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? undefined
  return (
    <VerbModal
      title="Approve by evidence"
      description="For an approval that was given elsewhere. The provider checks it with that side before the activation."
      action_id={`contract.${noun}.approve_by_evidence`}
      fixed={{ id, updated_at }}
      initial={{ method: 'email', attachment_ids: [] as readonly string[] }}
      fields={[
        { kind: 'choice', name: 'method', label: 'Given by', options: evidence_methods, required: true },
        {
          kind: 'choice',
          name: 'approved_by_contact',
          label: 'Approver',
          placeholder: 'Somebody else',
          options: people.map((one) => ({ value: one.id, label: one.name ?? '' })),
        },
        {
          kind: 'text',
          name: 'approved_by_name',
          label: 'Name of the approver',
          required: true,
          when: (values) => values.approved_by_contact === '',
        },
        { kind: 'day', name: 'approved_on', label: 'Approved on', required: true, max: today },
        {
          kind: 'custom',
          name: 'attachment_ids',
          label: 'Files',
          render: (part) => <EvidenceFiles {...part} record={{ entity, id }} files={files} />,
        },
        { ...reason_field, name: 'comment', label: 'Comment', max: 4000 },
      ]}
      input={(input, { attachment_ids, approved_by_contact }) => ({
        ...input,
        attachment_ids,
        ...(approved_by_contact === '' ? {} : { approved_by_name: nameOf(approved_by_contact) }),
      })}
      check={({ attachment_ids }): FieldErrors =>
        attachment_ids.length === 0 ? { attachment_ids: validationText.required } : {}
      }
      submit="Approve"
      success="The approval is stated"
      onClose={onClose}
    />
  )
}

/** A chosen file is the placement's from then on, so a refusal loses none. */
function EvidenceFiles({
  values: { attachment_ids },
  set,
  update,
  errors,
  record: { entity, id },
  files,
}: Pick<FormPart<{ readonly attachment_ids: readonly string[] }>, 'values' | 'set' | 'update' | 'errors'> & {
  record: { readonly entity: string; readonly id: string }
  files: readonly { readonly id: string; readonly file_name: string }[]
}) {
  const queries = useQueryClient()
  const added = (file_id: string) => {
    update((now) => ({ attachment_ids: [...now.attachment_ids, file_id] }))
    void queries.invalidateQueries({ queryKey: ['attachments', entity, id] })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-12 font-medium text-n11">Files that show the approval</legend>
      {files.map((file) => (
        <Checkbox
          key={file.id}
          label={file.file_name}
          checked={attachment_ids.includes(file.id)}
          onChange={(is_ticked) =>
            set({
              attachment_ids: is_ticked
                ? [...attachment_ids, file.id]
                : attachment_ids.filter((one) => one !== file.id),
            })
          }
        />
      ))}
      <Upload<{ id: string }>
        label="Add a file"
        hint={upload_hint}
        path="/api/storage/upload"
        fields={(file) => ({ parent_entity: entity, path: `${id}/${file.name}` })}
        onDone={(file) => added(file.id)}
      />
      {errors.attachment_ids && (
        <p role="alert" className="text-12 text-red11">
          {errors.attachment_ids}
        </p>
      )}
    </fieldset>
  )
}

/** The provider asks the side itself, by a number that the agency did not give. */
export function VerifyAndActivate({ noun, row, onClose }: { noun: Noun; row: ListRow; onClose: () => void }) {
  return (
    <VerbModal
      title="Verify and activate"
      description="The agency stated an approval that was given elsewhere. Ask that side itself, by a number from another source."
      action_id={`contract.${noun}.activate`}
      fixed={{ id: row.id, updated_at: row.updated_at }}
      fields={[
        { kind: 'text', name: 'verified_with', label: 'Verified with', required: true },
        { kind: 'text', name: 'phone', label: 'Phone' },
        { kind: 'text', name: 'source', label: 'Source of the number', required: true },
      ]}
      submit="Activate"
      success={`${String(row.human_id)} is active`}
      onClose={onClose}
    />
  )
}
