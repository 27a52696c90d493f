/** A permanent placement: a candidate, a client, a fee (spec §3 Contract, perm). */

import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField, Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import {
  agency_field,
  client_field,
  currency_field,
  funder_field,
  funding_type_field,
} from '../shared/form-choices.view.ts'

const fields: readonly FormField[] = [
  client_field,
  { kind: 'text', name: 'title', label: 'Title', required: true },
  { kind: 'text', name: 'candidate_name', label: 'Candidate name', required: true },
  {
    kind: 'day',
    name: 'contract_start_date',
    label: 'Contract start date',
    required: true,
    hint: 'Invoiced from this day on.',
  },
  { kind: 'money', name: 'placement_fee', label: 'Placement fee, net', required: true },
  currency_field,
  funding_type_field,
  funder_field,
  {
    kind: 'whole',
    name: 'client_payment_terms',
    label: 'Client payment terms, days',
    hint: 'Leave empty for the client’s own terms',
  },
  {
    kind: 'whole',
    name: 'guarantee_period',
    label: 'Guarantee period, days',
    hint: 'The client gets a rebate if the candidate leaves within it',
  },
  { kind: 'text', name: 'po_number', label: 'PO number' },
  { kind: 'text', name: 'work_location', label: 'Work location' },
]

export function NewPermPlacementPage() {
  const { category } = useSession()
  const go = useGo()
  const list = pathOf({ category, path: 'contract/perm_placement' })
  return (
    <>
      <PageHeader title="New perm placement" back={{ to: list, label: 'Perm Placements' }} />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          action_id="contract.perm_placement.create"
          fields={[category === 'provider' && agency_field, ...fields]}
          initial={{ currency: 'GBP', funding_type: 'funded' }}
          submit="Save as draft"
          success={(made: Made) => `${made.human_id} is entered`}
          onDone={({ id }: Made) => go.replace(pathOf({ category, path: 'contract/perm_placement', id }))}
        />
      </div>
    </>
  )
}
