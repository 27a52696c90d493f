import type { Tx } from '#server/verb.ts'
import { lockKey } from '../shared/lock-key.server.ts'

/** A placement's allowance and an employment of its worker, entered at once, wait for each other: they agree (decision 0080). */
export const lockHolidayPay = (tx: Pick<Tx, 'rows'>, contractor_id: string): Promise<void> =>
  lockKey(tx, 'holiday_pay', contractor_id)
