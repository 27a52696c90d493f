/** A cost that the provider recovers from an agency by hand (money.md §1.8). */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { ownFirst } from '../../shared/form-choices.view.ts'

const choices = gql(`query agencies {
  agencies: business_agency(order_by: { name: asc }) { id name }
  currencies: platform_currency(where: { is_active: { _eq: true } }, order_by: { name: asc }) { alpha_code name }
}`)

export function NewCollectionNotePage() {
  const go = useGo()
  const query = useQuery({
    queryKey: ['collection_note_choices'],
    queryFn: ({ signal }) => graphql(choices, {}, signal),
  })
  return (
    <>
      <PageHeader
        title="New collection note"
        back={{
          to: pathOf({ category: 'provider', path: 'transaction/collection_note' }),
          label: 'Collection notes',
        }}
      />
      <div className="max-w-140 px-4 pb-6">
        <VerbForm
          columns={1}
          intro="Recovers a cost from the agency’s next earnings. Outside the scope of VAT."
          action_id="transaction.collection_note.create"
          initial={{ currency: 'GBP' }}
          fields={[
            {
              kind: 'choice',
              name: 'agency_id',
              label: 'Agency',
              placeholder: 'Choose an agency',
              options: (query.data?.agencies ?? []).map((one) => ({ value: one.id, label: one.name })),
              required: true,
            },
            {
              kind: 'choice',
              name: 'currency',
              label: 'Currency',
              options: ownFirst(query.data?.currencies ?? [], 'GBP').map((one) => ({
                value: one.alpha_code,
                label: one.name,
              })),
            },
            { kind: 'money', name: 'amount', label: 'Amount', required: true },
            { kind: 'area', name: 'reason', label: 'Reason', rows: 3, max: 500, required: true },
          ]}
          submit="Make the note"
          success={(note: Made) => `${note.human_id} will be deducted from the agency’s next earnings`}
          onDone={({ id }: Made) =>
            go.replace(pathOf({ category: 'provider', path: 'transaction/collection_note', id }))
          }
        />
      </div>
    </>
  )
}
