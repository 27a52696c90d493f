/** The documents that a placement is agreed with, chosen in its form, and whether they are signed electronically. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { isTextList, isTick } from '#web/drafts/form-draft.ts'
import { section } from '#web/form/section.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { schedule_kind_names } from './schedule.rules.ts'

const templates = gql(`query schedule_templates($kinds: [String!]!) {
  rows: config_document_template(
    where: { status: { _eq: "published" }, kind: { _in: $kinds } }, order_by: [{ name: asc }, { id: asc }], limit: 100
  ) { template_id name }
}`)

type Choice = { readonly template_id: string; readonly name: string }

/** Includes chosen templates that are no longer published, so that they can be removed. */
const choicesOf = (published: readonly Choice[], chosen: readonly string[]): Choice[] => [
  ...published,
  ...chosen
    .filter((id) => !published.some(({ template_id }) => template_id === id))
    .map((template_id) => ({ template_id, name: 'A template that is no longer published' })),
]

type Part = {
  readonly values: { readonly document_template_ids: readonly string[]; readonly e_sign: boolean }
  readonly errors: Readonly<Record<string, string>>
  set(changes: { document_template_ids?: readonly string[]; e_sign?: boolean }): void
}

export function ScheduleDocuments({ values, errors, set }: Part) {
  const { data } = useQuery({
    queryKey: ['schedule_templates'],
    queryFn: async ({ signal }) => (await graphql(templates, { kinds: schedule_kind_names }, signal)).rows,
  })
  const chosen = values.document_template_ids
  if (data?.length === 0 && chosen.length === 0)
    return <p className="text-n11">No template of documents is published yet.</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="text-n11">Made once client and contractor have agreed.</p>
      {choicesOf(data ?? [], chosen).map(({ template_id: id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(on) =>
            set({ document_template_ids: on ? [...chosen, id] : chosen.filter((one) => one !== id) })
          }
        />
      ))}
      {chosen.length > 0 && (
        <>
          <Checkbox
            label="Sign electronically"
            checked={values.e_sign}
            onChange={(e_sign) => set({ e_sign })}
          />
          {!values.e_sign && <p className="text-n11">They are files of the placement, to sign on paper.</p>}
        </>
      )}
      {errors.document_template_ids && (
        <p role="alert" className="text-12 text-red11">
          {errors.document_template_ids}
        </p>
      )}
    </div>
  )
}

/** The last section of the form. */
export const schedule_fields = [
  section('documents', 'Documents'),
  {
    kind: 'custom',
    name: 'document_template_ids',
    label: 'Documents',
    kept: { document_template_ids: isTextList, e_sign: isTick },
    render: (part: Part) => <ScheduleDocuments {...part} />,
  },
] as const

export const scheduleSent = ({ document_template_ids, e_sign }: Part['values']) => ({
  document_template_ids,
  e_sign,
})
