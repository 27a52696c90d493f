/**
 * Account (spec §2, menu; §6, agency_admin): the business's profile and logo, its people, its accounts, and links to
 * other settings.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { BusinessAccounts } from '../bank-accounts/bank-account.page.tsx'
import { company as company_entity, company_texts } from '../parties/company.entity.ts'
import { may_change_company, mayChangeRegistration } from '../parties/company.rules.ts'
import { CompanyForm, company_fields } from '../parties/company-profile/company.form.tsx'
import { LogoCard } from '../parties/company-profile/logo.card.tsx'
import { Onboarding } from '../parties/onboarding/onboarding.card.tsx'
import { InsuranceSums } from '../parties/papers/insurance-sums.card.tsx'
import { Papers } from '../parties/papers/papers.card.tsx'
import { VatCheckCard } from '../parties/vat-check/vat-check.card.tsx'
import { BusinessPeople } from '../people/contact.page.tsx'
import { RecordState } from '../shared/record-state.card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'

const document = gql(
  `query account($id: uuid!) {
  business: business_business_by_pk(id: $id) {
    id human_id name status type onboarded_at books_begin base_currency { alpha_code name }
    company { ...company_fields }
  }
}`,
  company_fields,
)

type Own = NonNullable<Answer<typeof document>['business']>

export function AccountPage() {
  const { business } = useSession()
  const query = useQuery({
    queryKey: ['account', business.id],
    queryFn: async ({ signal }) => (await graphql(document, { id: business.id }, signal)).business,
  })
  return (
    <RecordState query={query} what="Account">
      {(own) => <AccountView own={own} />}
    </RecordState>
  )
}

function AccountView({ own }: { own: Own }) {
  const session = useSession()
  const may = isOneOf(session, may_change_company(true))
  return (
    <>
      <PageHeader title="Account" meta={<span>{own.name}</span>} />
      <div className="grid items-start gap-4 px-4 pb-6 wide:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {own.status !== 'onboarded' && <Onboarding row={own} />}
          <Profile own={own} may={may} />
          {own.company && (
            <LogoCard
              business={{ id: own.id, name: own.name, type: own.type }}
              attachment_id={own.company.logo_attachment_id}
              may={may}
            />
          )}
          <BusinessAccounts business_ids={[own.id]} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <BusinessPeople title="People" business={{ id: own.id, name: own.name, type: own.type }} />
          {own.type === 'agency' && <AgencyFacts id={own.id} />}
          <Settings />
        </div>
      </div>
    </>
  )
}

const AgencyFacts = ({ id }: { id: string }) => (
  <>
    <InsuranceSums agency_id={id} />
    <VatCheckCard business_id={id} bills="sales" />
    <Papers business_id={id} />
  </>
)

function Profile({ own, may }: { own: Own; may: boolean }) {
  const session = useSession()
  const [is_editing, setEditing] = useState(false)
  const { company } = own
  return (
    <Card
      title="Profile"
      actions={
        may &&
        company && (
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <PropertiesTable
        columns={1}
        items={[
          { label: 'Name', value: own.name },
          { label: 'Id', value: own.human_id },
          { label: 'Status', value: labelOf(own.status) },
          { label: 'Currency', value: own.base_currency?.alpha_code },
          ...(own.books_begin === null ? [] : [{ label: 'Books begin', value: dayText(own.books_begin) }]),
          { label: 'Registered name', value: company?.name },
          { label: 'Company number', value: company?.brn },
          {
            label: 'VAT number',
            value: company?.is_vat_registered ? company.vat_registration_no : 'Not registered',
          },
          { label: 'Email', value: company?.email },
          ...company_texts.map((name) => ({
            label: company_entity.fields[name].label,
            value: company?.[name],
          })),
          { label: 'Address', value: company?.address?.complete_address },
        ]}
      />
      {is_editing && company && (
        <CompanyForm
          business_id={own.id}
          company={company}
          changes={mayChangeRegistration(session) ? 'all' : 'own'}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  )
}

/** Settings on other pages, by the viewer's menu. */
const settings = [
  { key: 'config/payment_terms', says: 'Client payment terms by placement type.' },
  { key: 'contract/service_charge', says: 'Funding and platform fees by date.' },
  {
    key: 'report/client_statement',
    label: 'Chase plans',
    says: 'Reminder plans, on each client’s statement under Plan.',
  },
  { key: 'admin/mail', label: 'Mail Templates', says: 'The words of your mails, automatic ones too.' },
  { key: 'config/document_template', says: 'Terms, contracts and notices that you make of records.' },
  { key: 'integrations', says: 'Links to accounting packages.' },
  {
    key: 'business/business_contact',
    says: 'Client approvers and invoice recipients.',
  },
  { key: 'business/bank_account', says: 'Bank accounts and changes to confirm.' },
] as const

function Settings() {
  const { category, menu } = useSession()
  const mine = settings.flatMap((one) => {
    const entry = menu.find(({ key }) => key === one.key)
    return entry ? [{ ...one, to: entry.path, text: 'label' in one ? one.label : entry.label }] : []
  })
  const own = [
    {
      to: pathOf({ category, path: 'profile' }),
      text: 'Your profile',
      says: 'Your details and businesses.',
    },
    {
      to: pathOf({ category, path: 'exports' }),
      text: 'Exports',
      says: 'Your files, kept for seven days.',
    },
    { to: pathOf({ category, path: 'log/mail' }), text: 'Mail log', says: 'Mail sent to you.' },
  ]
  return (
    <Card title="Settings" flush>
      <ul>
        {[...mine, ...own].map(({ to, text, says }) => (
          <li key={to} className="border-b border-n6 px-3 py-2 last:border-b-0">
            <Link to={to}>{text}</Link>
            <p className="text-12 text-n11">{says}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
