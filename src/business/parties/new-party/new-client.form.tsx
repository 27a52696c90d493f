/** A client of an agency: its company and its payment terms (spec §3 Company, Service). */
import { day } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { currency_field } from '../../shared/form-choices.view.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { sizeFields, sizeInput, sizeStart } from '../client-sizes/client-size.view.ts'
import { faultOfClientNumber } from '../company-profile/identifier-taken.view.ts'
import { companyFaults, postcodeFaults } from '../company-profile/party-faults.rules.ts'
import {
  company_section,
  company_start,
  industries_field,
  vat_fields,
  withCompany,
} from '../company-profile/party-fields.view.tsx'
import { papersOf } from '../compliance/compliance.rules.ts'
import { numberFaults } from '../legal-form.rules.ts'
import { alikeField } from '../look-alikes/look-alikes.card.tsx'
import { domainsFault, domainsIn } from '../mail-domains.rules.ts'
import { DraftBar } from '../onboarding/draft-bar.card.tsx'
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import { financialFields } from './client-financials.view.tsx'
import { client_look_up, legal_form_field, withIndustries } from './client-industries.view.tsx'
import { agencyOf, startOf, useDraftedForm } from './drafted-form.hook.ts'
import { NewParty } from './NewParty.tsx'
import { papersIn, papersInput, peopleIn, peopleInput, rowFaults } from './party-rows.rules.ts'
import { papersSection, peopleSection } from './people-and-papers.view.tsx'

const path = 'business/client'
const start = {
  ...company_start,
  currency: 'GBP',
  email_domains: '',
  industries: '',
  legal_form: '',
} as const
type CompanyField = (typeof company_section)[number] | typeof client_look_up | typeof legal_form_field
const paper_types = papersOf('client-agency', null)

export function ClientForm({ draft }: { draft: PartyDraft | null }) {
  const { category, today } = useSession()
  const { kept, form } = useDraftedForm('client', draft)
  return (
    <NewParty title="New client" list={{ path, label: 'Clients' }} who={agency_side}>
      <DraftBar id={kept.id} keeping={kept.keeping} draft={draft} onEnd={kept.end} />
      <VerbForm
        {...form}
        fields={[
          category === 'provider' && agencyOf(draft),
          ...company_section.flatMap((field): readonly CompanyField[] => {
            if (field.name === 'brn') return [legal_form_field, { ...field, leave: faultOfClientNumber }]
            return field.name === 'found' ? [client_look_up] : [field]
          }),
          alikeField('client'),
          industries_field,
          {
            kind: 'text',
            name: 'email_domains',
            label: 'Mail domains of its people',
            hint: 'For example harbour.example, homes.example.',
            wide: true,
          },
          ...sizeFields(day(today)),
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
          ...financialFields,
          ...peopleSection('client'),
          ...papersSection(kept.id, () => paper_types, { of: 'client', is_kept: kept.keeping === 'kept' }),
        ]}
        initial={{
          ...startOf({ ...start, ...sizeStart(day(today)) }, draft),
          people: peopleIn(draft?.values.people),
          papers: papersIn(draft?.values.papers),
        }}
        check={(values) => {
          const domains = domainsFault(String(values.email_domains ?? ''))
          return {
            ...numberFaults(values.legal_form, values.brn),
            ...companyFaults(values),
            ...postcodeFaults(values),
            ...(domains === null ? {} : { email_domains: domains }),
            ...rowFaults(values),
          }
        }}
        input={(
          { people: _, papers: __, email_domains, industries, size, size_tax_year, ...input },
          { people, papers },
        ) => ({
          ...withIndustries(withCompany(input), industries),
          email_domains: domainsIn(String(email_domains ?? '')),
          ...sizeInput(size, size_tax_year),
          people: peopleInput(people),
          papers: papersInput(papers),
        })}
      />
    </NewParty>
  )
}
