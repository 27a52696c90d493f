import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useSession } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { BusinessAccounts } from '../bank-accounts/bank-account.page.tsx'
import { MakeDocument } from '../document-templates/make-document.form.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { agency } from '../parties/business-kinds.entity.ts'
import { EditCompany } from '../parties/company-profile/edit-company.form.tsx'
import { CompanyStatusCard } from '../parties/company-status/company-status.card.tsx'
import { SetFundingModels } from '../parties/features/funding-models.form.tsx'
import { SetProduct } from '../parties/features/product.form.tsx'
import { AgencyFeatures } from '../parties/new-party/agency-features.card.tsx'
import { LinkClient, LinkFunder } from '../parties/new-party/link-party.form.tsx'
import { Onboarding } from '../parties/onboarding/onboarding.card.tsx'
import { InsuranceSums } from '../parties/papers/insurance-sums.card.tsx'
import { Papers } from '../parties/papers/papers.card.tsx'
import { VatCheckCard } from '../parties/vat-check/vat-check.card.tsx'
import { BusinessPeople } from '../people/contact.page.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { SignaturesCard } from '../signing/signatures.card.tsx'

export const agency_record = record({
  entity: agency,
  what: 'Agency',
  title: 'name',
  badge: 'status',
  meta: [{ field: 'human_id' }],
  cards: [
    {
      title: 'Agency',
      facts: [
        { field: 'human_id', label: 'Agency Id' },
        { field: 'status' },
        { field: 'is_active' },
        { field: 'funding_model', only: ['agency', 'funder', 'provider'] },
        { field: 'funding_models', only: ['agency', 'funder', 'provider'] },
        { field: 'product', only: ['agency', 'funder', 'provider'] },
        { field: 'base_currency.alpha_code', label: 'Currency' },
        { field: 'onboarded_at' },
        { field: 'updated_at' },
      ],
    },
    {
      title: 'Company',
      facts: [
        { field: 'company.name', label: 'Company' },
        { field: 'company.brn', label: 'Company number' },
        { field: 'company.vat_registration_no', label: 'VAT number' },
        { field: 'company.email', label: 'Email' },
        { field: 'company.phone', label: 'Phone' },
        { field: 'company.address.complete_address', label: 'Address', wide: true },
      ],
    },
  ],
  // Spec §2: a funder's agency has Invoices.
  tabs: (id) => [invoices_tab('agency_id', id)],
})

function AgencyActions({ agency }: { agency: ListRow }) {
  const { category } = useSession()
  const party = { id: agency.id, name: String(agency.name ?? '') }
  // Before it is in force, an agency has no clients and no funders.
  const is_in_force = agency.status === 'onboarded' && agency.is_active === true
  return (
    <>
      {is_in_force && <LinkClient agency={party} />}
      {is_in_force && <LinkFunder agency={party} />}
      <SetFundingModels agency={agency} />
      <SetProduct business={agency} />
      <EditCompany business_id={agency.id} />
      {category === 'provider' && <MakeDocument record="business.agency" id={agency.id} />}
    </>
  )
}

function AgencyParts({ id, name }: { id: string; name: string }) {
  const { category } = useSession()
  return (
    <>
      {category === 'provider' && <BusinessPeople business={{ id, name, type: 'agency' }} />}
      {category === 'provider' && <AgencyFeatures agency_id={id} />}
      <CompanyStatusCard business_id={id} />
      <VatCheckCard business_id={id} bills="sales" />
      <InsuranceSums agency_id={id} />
      {(category === 'agency' || category === 'provider') && <Papers business_id={id} />}
      <BusinessAccounts business_ids={[id]} />
      <SignaturesCard entity="business.agency" id={id} parties={{ agency: id }} />
      <RecordBlocks entity="business.agency" id={id} />
    </>
  )
}

export function AgencyPage() {
  const { category } = useSession()
  return (
    <RecordPage
      screen={agency_record}
      before={(row) => category === 'provider' && <Onboarding row={row} pays_fees />}
      actions={(row) => <AgencyActions agency={row} />}
      after={(row) => <AgencyParts id={row.id} name={String(row.name ?? '')} />}
    />
  )
}
