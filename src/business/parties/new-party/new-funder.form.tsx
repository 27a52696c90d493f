/** A funder of the provider's agencies, with its people and the account that clients pay into. */
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { currency_field } from '../../shared/form-choices.view.ts'
import {
  company_section,
  company_start,
  vat_fields,
  withCompany,
} from '../company-profile/party-fields.view.tsx'
import { alikeField } from '../look-alikes/look-alikes.card.tsx'
import { DraftBar } from '../onboarding/draft-bar.card.tsx'
import { age_bases } from '../onboarding/first-funding-rule.rules.ts'
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import { kinds } from '../onboarding.rules.ts'
import { startOf, useDraftedForm } from './drafted-form.hook.ts'
import { NewParty } from './NewParty.tsx'
import { partyFaults, peopleIn, peopleInput, withAccount, withHolder } from './party-rows.rules.ts'
import { bankSection, holder_hint, peopleSection } from './people-and-papers.view.tsx'

const path = 'business/funder'
const start = {
  ...company_start,
  currency: 'GBP',
  funding_rule_age_days: '',
  funding_rule_age_basis: 'raised_date',
  funding_rule_part_paid_days: '0',
  funding_rule_holds_payments: true,
} as const

const hasRule = ({ funding_rule_age_days: age }: { readonly funding_rule_age_days: string }) =>
  age.trim() !== ''

const rule_section = [
  section('funding', 'Funding rule'),
  {
    kind: 'whole',
    name: 'funding_rule_age_days',
    label: 'Age limit, days',
    hint: 'Older debt is disallowed. Leave empty to set the rules later.',
  },
  {
    kind: 'choice',
    name: 'funding_rule_age_basis',
    label: 'Age counts from',
    options: age_bases,
    when: hasRule,
  },
  {
    kind: 'whole',
    name: 'funding_rule_part_paid_days',
    label: 'Borne after a part payment, days',
    when: hasRule,
  },
  {
    kind: 'decimal',
    name: 'funding_rule_advance_percent',
    label: 'Advance, %',
    hint: 'Of eligible debt. Leave empty to show no availability.',
    when: hasRule,
  },
  {
    kind: 'decimal',
    name: 'funding_rule_concentration_percent',
    label: 'One client at most, %',
    hint: 'Of eligible debt at an agency.',
    when: hasRule,
  },
  {
    kind: 'whole',
    name: 'funding_rule_reassign_days',
    label: 'Reassigned after, days past due',
    hint: 'Leave empty to reassign by hand only.',
    when: hasRule,
  },
  {
    kind: 'check',
    name: 'funding_rule_holds_payments',
    label: 'Hold payments beyond availability',
    when: hasRule,
  },
  {
    kind: 'day',
    name: 'funding_rule_from',
    label: 'Rules from',
    hint: 'Empty: from the approval',
    when: hasRule,
  },
] as const

export function FunderForm({ draft }: { draft: PartyDraft | null }) {
  const { kept, form } = useDraftedForm('funder', draft)
  return (
    <NewParty title="New funder" list={{ path, label: 'Funders' }} who={kinds.funder.drafts}>
      <DraftBar id={kept.id} keeping={kept.keeping} draft={draft} onEnd={kept.end} />
      <VerbForm
        {...form}
        fields={[
          ...company_section,
          alikeField('funder'),
          section('tax', 'VAT and currency'),
          ...vat_fields,
          currency_field,
          ...rule_section,
          ...peopleSection('funder'),
          ...bankSection({ title: 'Trust account', holder_hint }),
        ]}
        initial={{ ...startOf(start, draft), people: peopleIn(draft?.values.people) }}
        check={partyFaults}
        input={({ people: _, ...input }, { people, name }) => ({
          ...withAccount(withHolder(withCompany(input), name)),
          people: peopleInput(people),
        })}
      />
    </NewParty>
  )
}
