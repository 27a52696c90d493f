/** The payee of contractors' work (spec §1, payment companies). */
import { useSession } from '#web/core/session.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { currency_field } from '../../shared/form-choices.view.ts'
import { limited, payer, selfemployed, umbrella } from '../business-kinds.entity.ts'
import {
  company_section,
  company_start,
  vat_fields,
  withCompany,
} from '../company-profile/party-fields.view.tsx'
import { paperOf, papersOf } from '../compliance/compliance.rules.ts'
import { alikeField } from '../look-alikes/look-alikes.card.tsx'
import { DraftBar } from '../onboarding/draft-bar.card.tsx'
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import { kinds, type PartyKind } from '../onboarding.rules.ts'
import { startOf, useDraftedForm } from './drafted-form.hook.ts'
import { NewParty } from './NewParty.tsx'
import { papersIn, papersInput, partyFaults, withAccount, withHolder } from './party-rows.rules.ts'
import { bankSection, holder_hint, papersSection } from './people-and-papers.view.tsx'

const entities = { limited, umbrella, selfemployed, payer } as const
type Kind = Exclude<PartyKind, 'client' | 'contractor' | 'funder' | 'agency'>
const start = { ...company_start, currency: 'GBP' } as const

/** An agency goes on with one that was sent back to it; the provider also begins one here. */
export function PaymentCompanyForm({ kind, draft }: { kind: Kind; draft: PartyDraft | null }) {
  const { category } = useSession()
  const { kept, form } = useDraftedForm(kind, draft)
  const entity = entities[kind]
  const path = `business/${kind}`
  return (
    <NewParty
      title={`New ${entity.label.toLowerCase()}`}
      list={{ path, label: entity.plural }}
      who={kinds[kind].drafts}
    >
      <DraftBar id={kept.id} keeping={kept.keeping} draft={draft} onEnd={kept.end} />
      <VerbForm
        {...form}
        fields={[
          ...company_section,
          alikeField(kind),
          section('tax', 'VAT and currency'),
          ...vat_fields,
          currency_field,
          ...bankSection({ holder_hint }),
          // The provider adds a check for one agency, on the company's page.
          ...papersSection(kept.id, () =>
            papersOf('contractor-company', kind).filter(
              (type) => category === 'agency' || !paperOf(type).of_agency,
            ),
          ),
        ]}
        initial={{ ...startOf(start, draft), papers: papersIn(draft?.values.papers) }}
        check={partyFaults}
        input={({ papers: _, ...input }, { papers, name }) => ({
          ...withAccount(withHolder(withCompany(input), name)),
          papers: papersInput(papers),
        })}
      />
    </NewParty>
  )
}
