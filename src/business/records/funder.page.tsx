/** A funder, for the provider and its agencies: profile, people and accounts. */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useSession } from '#web/core/session.ts'
import { BusinessAccounts } from '../bank-accounts/bank-account.page.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { funder } from '../parties/business-kinds.entity.ts'
import { businessFacts, funder_company_facts } from '../parties/company-profile/company-facts.view.ts'
import { EditCompany } from '../parties/company-profile/edit-company.form.tsx'
import { SetProduct } from '../parties/features/product.form.tsx'
import { Onboarding } from '../parties/onboarding/onboarding.card.tsx'
import { BusinessPeople } from '../people/contact.page.tsx'
import { temp_placements_tab } from '../placements/temp-placement.list.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'

export const funder_record = record({
  entity: funder,
  what: 'Funder',
  title: 'name',
  badge: 'status',
  meta: [{ field: 'human_id' }],
  cards: [
    {
      title: 'Funder',
      facts: [...businessFacts('Funder Id'), { field: 'product', only: ['agency', 'funder', 'provider'] }],
    },
    {
      title: 'Company',
      facts: funder_company_facts,
    },
  ],
  tabs: (id) => [temp_placements_tab('funder_id', id), invoices_tab('funder_id', id)],
})

function FunderParts({ id, name }: { id: string; name: string }) {
  const { category } = useSession()
  return (
    <>
      {category === 'provider' && <BusinessPeople business={{ id, name, type: 'funder' }} />}
      {category === 'provider' && <BusinessAccounts business_ids={[id]} />}
      <RecordBlocks entity="business.funder" id={id} />
    </>
  )
}

export function FunderPage() {
  const { category } = useSession()
  return (
    <RecordPage
      screen={funder_record}
      before={(row) => category === 'provider' && <Onboarding row={row} />}
      actions={(row) => (
        <>
          <SetProduct business={row} />
          <EditCompany business_id={row.id} />
        </>
      )}
      after={(row) => <FunderParts id={row.id} name={String(row.name ?? '')} />}
    />
  )
}
