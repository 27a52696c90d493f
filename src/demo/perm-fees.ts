/** Fees of the provider and a funder on permanent placements (money.md §1.2). */
import type { Day } from '#kernel/day.ts'
import { businessId, type Stage, type World } from './stage.ts'

/** The provider gives an agency permanent placements, with fee rules of the provider and the funder. */
export async function agreePermFees(
  world: World,
  stage: Stage,
  agency: 'larkfield' | 'copperbeech' | 'meridian',
  day: Day,
): Promise<void> {
  const agency_id = businessId(world, agency)
  const known = await stage.tx.row<{ id: string }>(
    `select id from business.business_feature where business_id = $1 and feature_code = 'perm_placement'`,
    [agency_id],
  )
  if (known) return
  await stage.act('provider_admin', 'business.business_feature.set', {
    agency_id,
    feature_code: 'perm_placement',
    is_on: true,
  })
  const charge = (rule: object) =>
    stage.act('provider_admin', 'contract.service_charge.create', {
      agency_id,
      service_type: 'perm_placement',
      type: 'percent',
      fee_base: 'net',
      effective_from: day,
      ...rule,
    })
  if (agency !== 'meridian') return void (await charge({ value: '4' }))
  await charge({ fee_type: 'funder_fee', funder_id: businessId(world, 'harbourline'), value: '3.5' })
  await charge({ fee_type: 'platform_fee', value: '0.5' })
}
