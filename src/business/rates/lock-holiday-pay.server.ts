import type { Tx } from '#server/verb.ts'
import { lockKey } from '../shared/lock-key.server.ts'

/** Entries of a placement's allowance and of its worker's employment wait for each other, so that the two agree (decision 0080). */
export const lockHolidayPay = (tx: Pick<Tx, 'rows'>, contractor_id: string): Promise<void> =>
  lockKey(tx, 'holiday_pay', contractor_id)
