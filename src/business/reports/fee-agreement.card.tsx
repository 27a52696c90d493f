/** Provider fees against the ledger: all of a provider's agencies, or of the one that reads. */
import { useSession } from '#web/core/session.ts'
import type { Asked } from '#web/list/model/list.ts'
import { listAgreement } from '../ledger/agreement.card.tsx'

const of = (root: string) =>
  listAgreement({
    root,
    days: { path: 'raised_date', args: 'raised' },
    covers: 'All fees charged on these days',
  })
const ProviderFees = of('get_provider_fee_agreement')
const AgencyFees = of('get_agency_fee_agreement')

export function FeeAgreement({ asked }: { asked: Asked }) {
  const { category } = useSession()
  return category === 'provider' ? <ProviderFees asked={asked} /> : <AgencyFees asked={asked} />
}
