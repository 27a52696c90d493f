/** A client of an agency: its company and its payment terms (spec §3 Company, Service). */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field, currency_field } from '../../shared/form-choices.view.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { NewParty } from './NewParty.tsx'
import { companyFaults } from './party-faults.rules.ts'
import { company_section, company_start, vat_fields, withCompany } from './party-fields.view.tsx'

export function NewClientPage() {
  const { category } = useSession()
  const go = useGo()
  return (
    <NewParty title="New client" list={{ path: 'business/client', label: 'Clients' }} who={agency_side}>
      <VerbForm
        action_id="business.client.create"
        fields={[
          category === 'provider' && agency_field,
          ...company_section,
          section('financials', 'Financials'),
          ...vat_fields,
          currency_field,
          {
            kind: 'whole',
            name: 'temp_payment_terms',
            label: 'Payment terms of temp placements, days',
            max: 3,
            required: true,
          },
          {
            kind: 'whole',
            name: 'perm_payment_terms',
            label: 'Payment terms of perm placements, days',
            max: 3,
          },
          { kind: 'text', name: 'reference', label: 'Reference' },
        ]}
        initial={{ ...company_start, currency: 'GBP' }}
        check={companyFaults}
        input={withCompany}
        submit="Add client"
        success={({ human_id }: Made) => `${human_id} is added`}
        onDone={({ id }: Made) => go.replace(pathOf({ category, path: 'business/client', id }))}
      />
    </NewParty>
  )
}
