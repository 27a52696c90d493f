/** Requested holiday allowances beside the employment of the worker, which decides how holiday is paid (decisions 0080, 0102). */
import type { Tx } from '#server/verb.ts'
import { employmentHolidaySql } from '../../placements/employment-holiday.server.ts'
import { agreementFault, type EmploymentHoliday } from '../../placements/placement-holiday.rules.ts'
import { holidayOfText } from '../../rates/holiday-pay.rules.ts'
import { lockHolidayPay } from '../../rates/lock-holiday-pay.server.ts'
import type { RequestedChanges } from '../request/change-request.rules.ts'
import type { Placement } from './standing-placement.server.ts'

/**
 * The rates whose requested allowance differs from the employment's, each with its fault. It locks the worker's holiday
 * pay, so that nobody changes the employment meanwhile.
 */
export async function agreementFaults(
  tx: Tx,
  { contractor_id, agency_id, provider_id, paye_scheme_id, payment_type }: Placement,
  { changes, effective_from }: RequestedChanges,
): Promise<readonly { readonly group_id: string | undefined; readonly fault: string }[]> {
  const asked = changes.filter(({ field }) => field === 'holiday_pay')
  if (asked.length === 0 || contractor_id === null) return []
  await lockHolidayPay(tx, contractor_id)
  const found = await tx.row<{ employment: EmploymentHoliday | null }>(
    `select ${employmentHolidaySql('$1::uuid', { agency: '$2::uuid', provider: '$3::uuid', on: '$4', scheme: '$5::uuid' })} as employment`,
    [contractor_id, agency_id, provider_id, effective_from, paye_scheme_id],
  )
  return asked.flatMap(({ group_id, new: allowance }) => {
    const worker = { payment_type, employment: found?.employment ?? null }
    const fault = agreementFault(holidayOfText(allowance), worker)
    return fault === null ? [] : [{ group_id, fault }]
  })
}
