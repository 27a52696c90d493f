/** The payee of a contractor's work (spec §1, payment companies). */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { BusinessAccounts } from '../bank-accounts/bank-account.page.tsx'
import { PartyChangesCard } from '../change-requests/party-changes/party-changes.card.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { limited, payer, selfemployed, umbrella } from '../parties/business-kinds.entity.ts'
import { businessFacts, payment_company_facts } from '../parties/company-profile/company-facts.view.ts'
import { EditCompany } from '../parties/company-profile/edit-company.form.tsx'
import { CompanyStatusCard } from '../parties/company-status/company-status.card.tsx'
import { Onboarding } from '../parties/onboarding/onboarding.card.tsx'
import { Papers } from '../parties/papers/papers.card.tsx'
import { VatCheckCard } from '../parties/vat-check/vat-check.card.tsx'
import { CisVerifications } from '../placements/construction/cis-verifications.card.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'

function of(entity: typeof limited | typeof umbrella | typeof selfemployed | typeof payer) {
  return record({
    entity,
    what: entity.label,
    title: 'name',
    badge: 'status',
    meta: [{ field: 'human_id' }],
    cards: [
      {
        title: entity.label,
        facts: businessFacts('Company Id'),
      },
      {
        title: 'Company',
        facts: payment_company_facts,
      },
    ],
    tables: [
      {
        title: 'Contractors',
        relation: 'contractors',
        args: 'order_by: { name: asc }, limit: 100',
        columns: [
          {
            field: 'human_id',
            label: 'Contractor Id',
            link: (row, category) =>
              category === 'agency' || category === 'provider'
                ? pathOf({ category, path: 'business/contractor', id: row.id })
                : null,
          },
          { field: 'name' },
          { field: 'status' },
          { field: 'is_active' },
        ],
        empty: 'No contractors are paid through this company.',
      },
    ],
    tabs: (id) => [invoices_tab('payment_company_id', id)],
  })
}

export const limited_record = of(limited)
export const umbrella_record = of(umbrella)
export const selfemployed_record = of(selfemployed)
export const payer_record = of(payer)

const partsOf =
  (entity: 'limited' | 'umbrella' | 'selfemployed' | 'payer') =>
  ({ id, name }: ListRow) => (
    <>
      <PartyChangesCard business_id={id} />
      <CompanyStatusCard business_id={id} />
      <VatCheckCard business_id={id} bills={entity === 'payer' ? null : 'self_bills'} />
      <Papers business_id={id} />
      {entity !== 'payer' && <CisVerifications payee={{ id, name: String(name ?? '') }} />}
      <BusinessAccounts business_ids={[id]} />
      <RecordBlocks entity={`business.${entity}`} id={id} />
    </>
  )

const editOf = ({ id }: ListRow) => <EditCompany business_id={id} />

export function LimitedPage() {
  return (
    <RecordPage
      screen={limited_record}
      before={(row) => <Onboarding row={row} />}
      actions={editOf}
      after={partsOf('limited')}
    />
  )
}

export function UmbrellaPage() {
  return (
    <RecordPage
      screen={umbrella_record}
      before={(row) => <Onboarding row={row} />}
      actions={editOf}
      after={partsOf('umbrella')}
    />
  )
}

export function SelfemployedPage() {
  return (
    <RecordPage
      screen={selfemployed_record}
      before={(row) => <Onboarding row={row} />}
      actions={editOf}
      after={partsOf('selfemployed')}
    />
  )
}

export function PayerPage() {
  return (
    <RecordPage
      screen={payer_record}
      before={(row) => <Onboarding row={row} />}
      actions={editOf}
      after={partsOf('payer')}
    />
  )
}
