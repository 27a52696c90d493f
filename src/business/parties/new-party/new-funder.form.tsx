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
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import { kinds } from '../onboarding.rules.ts'
import { startOf, useDraftedForm } from './drafted-form.hook.ts'
import { NewParty } from './NewParty.tsx'
import { partyFaults, peopleIn, peopleInput, withAccount, withHolder } from './party-rows.rules.ts'
import { bankSection, holder_hint, peopleSection } from './people-and-papers.view.tsx'

const path = 'business/funder'
const start = { ...company_start, currency: 'GBP' } as const

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
