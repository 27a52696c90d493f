/** An agency of the provider, with the funding models that its placements may use (decision 0040). */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { isTextList } from '#web/drafts/form-draft.ts'
import type { Made } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { currency_field } from '../../shared/form-choices.view.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { funding_models } from '../business.entity.ts'
import { AllowedModels } from '../funding-models.form.tsx'
import { NewParty } from './NewParty.tsx'
import { companyFaults } from './party-faults.rules.ts'
import { company_section, company_start, vat_fields, withCompany } from './party-fields.view.tsx'

const path = 'business/agency'
const first_models: readonly string[] = ['direct']

export function NewAgencyPage() {
  const { category } = useSession()
  const go = useGo()
  return (
    <NewParty title="New agency" list={{ path, label: 'Agencies' }} who={{ provider: provider_staff }}>
      <VerbForm
        action_id="business.agency.create"
        fields={[
          ...company_section,
          section('money', 'Money'),
          ...vat_fields,
          {
            kind: 'custom',
            name: 'funding_models',
            label: 'Allowed funding models',
            kept: { funding_models: isTextList },
            render: ({ values, set, errors }) => (
              <AllowedModels
                label="Allowed funding models"
                value={values.funding_models}
                onChange={(chosen) => set({ funding_models: chosen })}
                error={errors.funding_models}
              />
            ),
          },
          {
            kind: 'choice',
            name: 'funding_model',
            label: 'Default funding model',
            options: funding_models,
            required: true,
          },
          currency_field,
          { kind: 'check', name: 'compliance_documents', label: 'Ask for compliance documents' },
          { kind: 'check', name: 'party_approval', label: 'Approve new clients and contractors' },
        ]}
        initial={{
          ...company_start,
          currency: 'GBP',
          funding_models: first_models,
          funding_model: 'direct',
          compliance_documents: true,
          party_approval: true,
        }}
        check={companyFaults}
        input={withCompany}
        submit="Add agency"
        success={({ human_id }: Made) => `${human_id} is added`}
        onDone={({ id }: Made) => go.replace(pathOf({ category, path, id }))}
      />
    </NewParty>
  )
}
