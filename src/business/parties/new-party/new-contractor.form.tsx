/** A contractor of an agency: the person, and the payroll or company that pays them (spec §3 Individual). */
import { day } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { currency_field, ready_party } from '../../shared/form-choices.view.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { payment_types } from '../business.entity.ts'
import { individual } from '../company.entity.ts'
import { asksVatNumber } from '../company.rules.ts'
import { CompanyLookUp } from '../company-profile/company-look-up.form.tsx'
import {
  companyFaults,
  emailFaults,
  personFaults,
  phoneFaults,
  postcodeFaults,
  taxReferenceFaults,
  workerNumberFaults,
} from '../company-profile/party-faults.rules.ts'
import {
  address_fields,
  address_start,
  identifier,
  vat_fields,
} from '../company-profile/party-fields.view.tsx'
import { papersOf } from '../compliance/compliance.rules.ts'
import { alikeField } from '../look-alikes/look-alikes.card.tsx'
import { DraftBar } from '../onboarding/draft-bar.card.tsx'
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import { PartyLinkCard } from '../self-service/party-link.card.tsx'
import { agreements_section } from './agreements.view.tsx'
import { agencyOf, companyPicked, startOf, useDraftedForm } from './drafted-form.hook.ts'
import { NewParty } from './NewParty.tsx'
import {
  contractorInput,
  hasNewCompany,
  holderOf,
  type PaidThrough,
  paysThroughOne,
} from './new-contractor.rules.ts'
import { accountFaults, papersIn, rowFaults, type TypedPaper, withHolder } from './party-rows.rules.ts'
import { bankSection, papersSection } from './people-and-papers.view.tsx'

const path = 'business/contractor'
const isNew = (values: PaidThrough) => hasNewCompany(values)
const isKnown = (values: PaidThrough) => paysThroughOne(values) && !hasNewCompany(values)

const start = {
  ...address_start,
  found: '',
  payment_type: 'paye',
  company_is: 'new',
  currency: 'GBP',
  is_vat_registered: false,
  conduct_regs_opt_out: false,
}

/** A company that is known has its account already. */
const hasAccount = (values: PaidThrough) => !paysThroughOne(values) || hasNewCompany(values)

const paperTypes = (values: PaidThrough & { readonly papers: readonly TypedPaper[] }) => [
  ...papersOf('contractor-agency', null),
  ...(hasNewCompany(values) ? papersOf('contractor-company', values.payment_type) : []),
]

function OwnCompanyLookUp({ set }: { set: (changes: Readonly<Record<string, string>>) => void }) {
  return (
    <CompanyLookUp
      onUse={({ name, brn, line_1, line_2, city, zipcode }) =>
        set({
          name,
          brn,
          company_line_1: line_1,
          company_line_2: line_2,
          company_city: city,
          company_zipcode: zipcode,
        })
      }
    />
  )
}

export function ContractorForm({ draft }: { draft: PartyDraft | null }) {
  const { category, today } = useSession()
  const { kept, form } = useDraftedForm('contractor', draft)
  const is_provider = category === 'provider'
  return (
    <NewParty title="New contractor" list={{ path, label: 'Contractors' }} who={agency_side}>
      <DraftBar id={kept.id} keeping={kept.keeping} draft={draft} onEnd={kept.end} />
      <PartyLinkCard draft_id={kept.id} />
      <VerbForm
        {...form}
        fields={[
          is_provider && agencyOf(draft),
          section('person', 'Person'),
          { kind: 'text', name: 'first_name', label: 'First name', required: true },
          { kind: 'text', name: 'last_name', label: 'Last name', required: true },
          { kind: 'text', name: 'email', label: 'Email', required: true },
          { kind: 'text', name: 'contact_phone', label: 'Phone', max: 30 },
          {
            kind: 'day',
            name: 'date_of_birth',
            label: 'Date of birth',
            max: today,
            required: true,
          },
          {
            kind: 'choice',
            name: 'gender',
            label: 'Gender',
            placeholder: 'Not given',
            hint: 'HMRC asks for it of workers through PAYE, or without a National Insurance number.',
            options: individual.fields.gender.choices,
          },
          identifier('ni_number', 'National Insurance number'),
          identifier('utr', 'Unique Tax Reference'),
          ...address_fields,
          alikeField('contractor'),
          section('payment', 'Payment'),
          {
            kind: 'choice',
            name: 'payment_type',
            label: 'Payment type',
            options: payment_types,
            required: true,
          },
          currency_field,
          {
            kind: 'radios',
            name: 'company_is',
            label: 'Company',
            options: [
              { value: 'new', label: 'New company' },
              { value: 'known', label: 'Company in Stint' },
            ],
            when: ({ payment_type }) => payment_type === 'limited' || payment_type === 'selfemployed',
          },
          {
            kind: 'custom',
            name: 'found',
            label: 'Find at Companies House',
            when: (values) => isNew(values) && values.payment_type === 'limited',
            render: ({ set }) => <OwnCompanyLookUp set={set} />,
          },
          { kind: 'text', name: 'name', label: 'Name of the company', required: true, when: isNew },
          { ...identifier('brn', 'Company number', 10), when: isNew },
          ...vat_fields.map((field) => ({
            ...field,
            when: (values: PaidThrough & Readonly<Record<string, unknown>>) =>
              isNew(values) && (field.name !== 'vat_registration_no' || asksVatNumber(values)),
          })),
          {
            kind: 'text',
            name: 'company_line_1',
            label: 'Company address line 1',
            hint: 'Leave empty for the address of the person.',
            when: isNew,
          },
          { kind: 'text', name: 'company_line_2', label: 'Company address line 2', when: isNew },
          { kind: 'text', name: 'company_city', label: 'Company city', when: isNew },
          { kind: 'text', name: 'company_zipcode', label: 'Company postcode', max: 20, when: isNew },
          {
            kind: 'pick',
            name: 'payment_company_id',
            label: 'Payment company',
            entity: 'business.business',
            shows: 'name',
            where: { ...ready_party, type: { _in: ['limited', 'umbrella', 'selfemployed'] } },
            required: is_provider,
            picked: companyPicked(draft),
            when: isKnown,
          },
          !is_provider && {
            kind: 'text',
            name: 'payment_company_code',
            label: 'Umbrella Id',
            hint: 'For an umbrella that none of your contractors uses yet, such as UMB000001.',
            max: 20,
            when: ({ payment_type }) => payment_type === 'umbrella',
          },
          {
            kind: 'day',
            name: 'self_billing_from',
            label: 'Self-billing agreement from',
            when: paysThroughOne,
          },
          {
            kind: 'day',
            name: 'self_billing_to',
            label: 'Self-billing agreement until',
            when: paysThroughOne,
          },
          {
            kind: 'check',
            name: 'conduct_regs_opt_out',
            label: 'Opted out of the Conduct Regulations',
            when: ({ payment_type }) => payment_type === 'limited' || payment_type === 'umbrella',
          },
          ...bankSection<PaidThrough>({
            when: hasAccount,
            holder_hint: 'Leave empty for the worker, or their own company.',
          }),
          ...papersSection(kept.id, paperTypes),
          ...agreements_section,
        ]}
        initial={{ ...startOf(start, draft), papers: papersIn(draft?.values.papers) }}
        check={(values) => ({
          ...workerNumberFaults(values),
          ...taxReferenceFaults(values),
          ...personFaults(values, day(today)),
          ...phoneFaults('contact_phone', values),
          ...emailFaults(values),
          ...postcodeFaults(values),
          ...(hasNewCompany(values)
            ? { ...companyFaults(values), ...postcodeFaults(values, 'company_zipcode') }
            : {}),
          ...(hasAccount(values) ? accountFaults(withHolder(values, holderOf(values, values))) : {}),
          ...rowFaults({ papers: values.papers }),
        })}
        input={contractorInput}
      />
    </NewParty>
  )
}
