import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useSession } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { ContractorAccounts } from '../bank-accounts/bank-account.page.tsx'
import { PartyChangesCard } from '../change-requests/party-changes/party-changes.card.tsx'
import { Payees } from '../change-requests/payment-changes/payees.card.tsx'
import { MakeDocument } from '../document-templates/make-document.form.tsx'
import { expenses_tab } from '../expenses/expense.list.tsx'
import { AssociatedBusinesses } from '../parties/associated-businesses.card.tsx'
import { contractor } from '../parties/business-kinds.entity.ts'
import { Onboarding } from '../parties/onboarding/onboarding.card.tsx'
import { Papers } from '../parties/papers/papers.card.tsx'
import { SetReference } from '../parties/service-reference.form.tsx'
import { WorkerEmployments } from '../payroll/employment/worker-employments.card.tsx'
import { BusinessPeople } from '../people/contact.page.tsx'
import { temp_placements_tab } from '../placements/temp-placement.list.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { SignaturesCard } from '../signing/signatures.card.tsx'
import { SecondFactorOf } from '../single-sign-on/second-factor.card.tsx'
import { timesheets_tab } from '../timesheets/timesheet.list.tsx'

export const contractor_record = record({
  entity: contractor,
  what: 'Contractor',
  title: 'name',
  badge: 'status',
  meta: [{ field: 'human_id' }],
  cards: [
    {
      title: 'Contractor',
      facts: [
        { field: 'human_id', label: 'Contractor Id' },
        { field: 'status' },
        { field: 'is_active' },
        { field: 'base_currency.alpha_code', label: 'Currency' },
        { field: 'onboarded_at' },
        { field: 'updated_at' },
      ],
    },
    {
      title: 'Payment',
      only: ['agency', 'contractor', 'provider'],
      facts: [
        { field: 'payment_type' },
        { field: 'payment_company.name', label: 'Payment Company' },
        { field: 'payment_company.human_id', label: 'Company Id' },
      ],
    },
  ],
  tables: [
    {
      title: 'Terms',
      relation: 'services_from',
      args: 'where: { type: { _eq: "contractor-agency" } }, order_by: { onboarding_date: desc }',
      columns: [
        { field: 'agency.name', label: 'Agency' },
        { field: 'status' },
        { field: 'compliance_status' },
        { field: 'onboarding_date' },
        { field: 'reference' },
      ],
      empty: 'No terms that you can see.',
      only: ['agency', 'contractor', 'provider'],
    },
  ],
  tabs: (id) => [
    temp_placements_tab('contractor_id', id),
    timesheets_tab('contractor_id', id),
    expenses_tab('contractor_id', id),
  ],
})

function ContractorParts({ row }: { row: ListRow }) {
  const { id } = row
  const name = String(row.name ?? '')
  const { category } = useSession()
  return (
    <>
      {(category === 'agency' || category === 'contractor' || category === 'provider') && (
        <BusinessPeople business={{ id, name, type: 'contractor' }} />
      )}
      {(category === 'agency' || category === 'contractor' || category === 'provider') && (
        <Papers business_id={id} />
      )}
      {(category === 'agency' || category === 'provider') && <Payees contractor_id={id} />}
      {category === 'provider' && <AssociatedBusinesses contractor_id={id} />}
      {(category === 'agency' || category === 'provider') && <PartyChangesCard business_id={id} />}
      <SecondFactorOf business={{ id, name }} />
      <SignaturesCard entity="business.contractor" id={id} parties={{ contractor: id }} />
      <ContractorAccounts contractor_id={id} />
      <WorkerEmployments contractor_id={id} payment_type={String(row.payment_type)} />
      <RecordBlocks entity="business.contractor" id={id} />
    </>
  )
}

export function ContractorPage() {
  return (
    <RecordPage
      screen={contractor_record}
      actions={(row) => (
        <>
          <SetReference party={{ id: row.id, name: String(row.name ?? '') }} />
          <MakeDocument record="business.contractor" id={row.id} />
        </>
      )}
      before={(row) => <Onboarding row={row} is_person />}
      after={(row) => <ContractorParts row={row} />}
    />
  )
}
