/** An agency of the provider, with the funding models that its placements may use (decision 0040), its people and its account. */
import { labelIn } from '#entity/choices.ts'
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
import { papersOf } from '../compliance/compliance.rules.ts'
import { AllowedModels } from '../features/funding-models.form.tsx'
import { alikeField } from '../look-alikes/look-alikes.card.tsx'
import { DraftBar } from '../onboarding/draft-bar.card.tsx'
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import { kinds } from '../onboarding.rules.ts'
import { startOf, useDraftedForm } from './drafted-form.hook.ts'
import { NewParty } from './NewParty.tsx'
import {
  papersIn,
  papersInput,
  partyFaults,
  peopleIn,
  peopleInput,
  withAccount,
  withHolder,
} from './party-rows.rules.ts'
import { bankSection, holder_hint, papersSection, peopleSection } from './people-and-papers.view.tsx'

const path = 'business/agency'
const paper_types = papersOf('agency-provider', null)
const first_models: string = 'direct'
const start = {
  ...company_start,
  currency: 'GBP',
  funding_models: first_models,
  funding_model: 'direct',
  fee_rule_type: 'percent',
  fee_rule_value: '',
  fee_rule_base: 'gross',
  compliance_documents: true,
  party_approval: true,
} as const

/** The draft keeps the models as one text. */
const modelsOf = (text: string) => text.split(', ').filter((model) => model !== '')

type TypedFee = { readonly fee_rule_type: string; readonly fee_rule_value: string }
const hasFee = ({ fee_rule_value }: Pick<TypedFee, 'fee_rule_value'>) => fee_rule_value.trim() !== ''

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
    review: ({ funding_models: chosen }: { readonly funding_models: string }) => [
      {
        label: 'Allowed funding models',
        value: modelsOf(chosen)
          .map((model) => labelIn(funding_models, model))
          .join(', '),
      },
    ],
  },
  {
    kind: 'choice',
    name: 'funding_model',
    label: 'Default funding model',
    options: funding_models,
    required: true,
  },
  currency_field,
  {
    kind: 'decimal',
    name: 'fee_rule_value',
    label: 'First fee rule',
    hint: 'The service fee of temp placements. Leave empty to set it later.',
  },
  {
    kind: 'choice',
    name: 'fee_rule_type',
    label: 'Fee as',
    options: [
      { value: 'percent', label: 'Percent of the client charge' },
      { value: 'fixed', label: 'Fixed amount' },
    ],
    when: hasFee,
  },
  {
    kind: 'choice',
    name: 'fee_rule_base',
    label: 'Fee of',
    options: [
      { value: 'gross', label: 'Gross' },
      { value: 'net', label: 'Net' },
    ],
    when: (values: TypedFee) => hasFee(values) && values.fee_rule_type === 'percent',
  },
  { kind: 'day', name: 'fee_rule_from', label: 'Fee from', hint: 'Empty: from the approval', when: hasFee },
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
          ...papersSection(kept.id, () => paper_types, { of: 'agency', is_kept: kept.keeping === 'kept' }),
        ]}
        initial={{
          ...startOf(start, draft),
          people: peopleIn(draft?.values.people),
          papers: papersIn(draft?.values.papers),
        }}
        check={partyFaults}
        input={({ people: _, papers: __, ...input }, { people, papers, name, funding_models: models }) => ({
          ...withAccount(withHolder(withCompany(input), name)),
          funding_models: modelsOf(models),
          people: peopleInput(people),
          papers: papersInput(papers),
        })}
      />
    </NewParty>
  )
}
