/** An agency of the provider, with the funding models that its placements may use (decision 0040), its people and its account. */
import type { FormPart } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { currency_field } from '../../shared/form-choices.view.ts'
import { funding_models } from '../business.entity.ts'
import {
  company_section,
  company_start,
  vat_fields,
  withCompany,
} from '../company-profile/party-fields.view.tsx'
import { AllowedModels } from '../features/funding-models.form.tsx'
import { alikeField } from '../look-alikes/look-alikes.card.tsx'
import { DraftBar } from '../onboarding/draft-bar.card.tsx'
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import { kinds } from '../onboarding.rules.ts'
import { startOf, useDraftedForm } from './drafted-form.hook.ts'
import { NewParty } from './NewParty.tsx'
import { partyFaults, peopleIn, peopleInput, withAccount, withHolder } from './party-rows.rules.ts'
import { bankSection, holder_hint, peopleSection } from './people-and-papers.view.tsx'

const path = 'business/agency'
const first_models: string = 'direct'
const start = {
  ...company_start,
  currency: 'GBP',
  funding_models: first_models,
  funding_model: 'direct',
  compliance_documents: true,
  party_approval: true,
} as const

/** The draft keeps the models as one text. */
const modelsOf = (text: string) => text.split(', ').filter((model) => model !== '')

const money_section = [
  section('money', 'Money'),
  ...vat_fields,
  {
    kind: 'custom',
    name: 'funding_models',
    label: 'Allowed funding models',
    render: ({ values, set, errors }: FormPart<{ readonly funding_models: string }>) => (
      <AllowedModels
        label="Allowed funding models"
        value={modelsOf(values.funding_models)}
        onChange={(chosen) => set({ funding_models: chosen.join(', ') })}
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
] as const

export function AgencyForm({ draft }: { draft: PartyDraft | null }) {
  const { kept, form } = useDraftedForm('agency', draft)
  return (
    <NewParty title="New agency" list={{ path, label: 'Agencies' }} who={kinds.agency.drafts}>
      <DraftBar id={kept.id} keeping={kept.keeping} draft={draft} onEnd={kept.end} />
      <VerbForm
        {...form}
        fields={[
          ...company_section,
          alikeField('agency'),
          ...money_section,
          ...peopleSection('agency'),
          ...bankSection({ holder_hint }),
        ]}
        initial={{ ...startOf(start, draft), people: peopleIn(draft?.values.people) }}
        check={partyFaults}
        input={({ people: _, ...input }, { people, name, funding_models: models }) => ({
          ...withAccount(withHolder(withCompany(input), name)),
          funding_models: modelsOf(models),
          people: peopleInput(people),
        })}
      />
    </NewParty>
  )
}
