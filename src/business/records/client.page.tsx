import { valueAt } from '#entity/path.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useSession } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { BusinessAccounts } from '../bank-accounts/bank-account.page.tsx'
import { CreditLimitCard } from '../change-requests/credit-limit/credit-limit.card.tsx'
import { PartyChangesCard } from '../change-requests/party-changes/party-changes.card.tsx'
import { ApprovalRuleCard } from '../decisions/approval-rule.card.tsx'
import { MakeDocument } from '../document-templates/make-document.form.tsx'
import { expenses_tab } from '../expenses/expense.list.tsx'
import { ClientFunding } from '../funding/client-funding.card.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { client } from '../parties/business-kinds.entity.ts'
import { ClientDetails } from '../parties/client-details/client-details.form.tsx'
import { ClientSizes } from '../parties/client-sizes/client-sizes.card.tsx'
import { company, company_texts } from '../parties/company.entity.ts'
import {
  businessFacts,
  client_company_facts,
  company_address,
} from '../parties/company-profile/company-facts.view.ts'
import { EditCompany } from '../parties/company-profile/edit-company.form.tsx'
import { VatEvidenceCard } from '../parties/company-profile/vat-evidence.card.tsx'
import { CompanyStatusCard } from '../parties/company-status/company-status.card.tsx'
import { SetMailDomains } from '../parties/mail-domains/mail-domains.form.tsx'
import { LinkAgency } from '../parties/new-party/link-party.form.tsx'
import { Onboarding } from '../parties/onboarding/onboarding.card.tsx'
import { Papers } from '../parties/papers/papers.card.tsx'
import { SetReference } from '../parties/service-reference.form.tsx'
import { VatCheckCard } from '../parties/vat-check/vat-check.card.tsx'
import { BusinessPeople } from '../people/contact.page.tsx'
import { perm_placements_tab } from '../perm-placements/perm-placement.list.tsx'
import { temp_placements_tab } from '../placements/temp-placement.list.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { SignaturesCard } from '../signing/signatures.card.tsx'
import { SecondFactorOf } from '../single-sign-on/second-factor.card.tsx'
import { timesheets_tab } from '../timesheets/timesheet.list.tsx'

export const client_record = record({
  entity: client,
  what: 'Client',
  title: 'name',
  badge: 'status',
  meta: [{ field: 'human_id' }],
  cards: [
    {
      title: 'Client',
      facts: businessFacts('Client Id'),
    },
    {
      title: 'Company',
      facts: [
        { field: 'company.legal_form', label: 'Legal Form' },
        ...client_company_facts,
        ...company_texts.map((name) => ({
          field: `company.${name}` as const,
          label: company.fields[name].label,
        })),
        { field: 'company.industries', label: 'Industries' },
        { field: 'company.email_domains', label: 'Mail Domains' },
        {
          field: 'company.are_domains_confirmed',
          label: 'Mail Domains Confirmed',
          only: ['agency', 'provider'],
        },
        company_address,
      ],
    },
  ],
  tables: [
    {
      title: 'Terms',
      relation: 'services_from',
      args: 'where: { type: { _eq: "client-agency" } }, order_by: { onboarding_date: desc }',
      columns: [
        { field: 'agency.name', label: 'Agency' },
        { field: 'status' },
        { field: 'compliance_status' },
        { field: 'verification_status', only: ['agency', 'provider'] },
        { field: 'temp_payment_terms' },
        { field: 'perm_payment_terms' },
        { field: 'onboarding_date' },
        { field: 'currency.alpha_code', label: 'Currency' },
        { field: 'reference' },
      ],
      empty: 'No payment terms that you can see.',
      only: ['agency', 'hiring_manager', 'invoice_contact', 'provider'],
    },
    {
      title: 'Credit limit history',
      relation: 'credit_limits',
      args: 'order_by: { effective_from: desc }',
      columns: [
        { field: 'limiter.name', label: 'Limited By' },
        { field: 'amount' },
        { field: 'effective_from' },
        { field: 'effective_to' },
        { field: 'reference' },
      ],
      empty: 'No credit limit so far.',
      only: ['agency', 'funder', 'provider'],
    },
  ],
  tabs: (id) => [
    temp_placements_tab('client_id', id),
    perm_placements_tab('client_id', id),
    timesheets_tab('client_id', id),
    invoices_tab('client_id', id),
    expenses_tab('client_id', id),
  ],
})

function ClientParts({ id, name }: { id: string; name: string }) {
  const { category } = useSession()
  return (
    <>
      {category !== 'funder' && <BusinessPeople business={{ id, name, type: 'client' }} />}
      {(category === 'agency' || category === 'provider') && <PartyChangesCard business_id={id} />}
      {(category === 'agency' || category === 'provider') && <ApprovalRuleCard client={{ id, name }} />}
      <SecondFactorOf business={{ id, name }} />
      {(category === 'agency' || category === 'funder' || category === 'provider') && (
        <CreditLimitCard client={{ id, name }} />
      )}
      <ClientSizes client={{ id, name }} />
      {(category === 'agency' || category === 'provider') && <Papers business_id={id} />}
      <CompanyStatusCard business_id={id} />
      <VatCheckCard business_id={id} />
      {(category === 'agency' || category === 'provider') && <VatEvidenceCard client={{ id, name }} />}
      <SignaturesCard entity="business.client" id={id} parties={{ client: id }} />
      {category === 'provider' && <ClientFunding client={{ id, name }} />}
      {/* Where money that a client paid too much goes back to. */}
      {category === 'provider' && <BusinessAccounts business_ids={[id]} />}
      <RecordBlocks entity="business.client" id={id} />
    </>
  )
}

const textsAt = (row: ListRow, path: string) => {
  const texts = valueAt(row, path)
  return Array.isArray(texts) ? texts.map(String) : []
}

const textAt = (row: ListRow, path: string) => {
  const value = valueAt(row, path)
  return typeof value === 'string' ? value : null
}

export function ClientPage() {
  return (
    <RecordPage
      screen={client_record}
      actions={(row) => (
        <>
          <LinkAgency client={{ id: row.id, name: String(row.name ?? '') }} />
          <SetMailDomains
            client={{
              id: row.id,
              name: String(row.name ?? ''),
              email_domains: textsAt(row, 'company.email_domains'),
            }}
          />
          <ClientDetails
            client={{
              id: row.id,
              name: String(row.name ?? ''),
              phone: textAt(row, 'company.phone'),
              website: textAt(row, 'company.website'),
              industries: textsAt(row, 'company.industries'),
            }}
          />
          <EditCompany business_id={row.id} />
          <SetReference party={{ id: row.id, name: String(row.name ?? '') }} />
          <MakeDocument record="business.client" id={row.id} />
        </>
      )}
      before={(row) => <Onboarding row={row} />}
      after={(row) => <ClientParts id={row.id} name={String(row.name ?? '')} />}
    />
  )
}
