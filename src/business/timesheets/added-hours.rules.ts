/** Hours that a refinement adds are approved again before they raise documents (decision 0042). */

import { day } from '#kernel/day.ts'
import { rate, units } from '#kernel/rate.ts'

/** Hours of a day at a pair of rates, as decimal texts. */
export type WorkedHours = {
  readonly date: string
  readonly group_id: string
  readonly units: string
  readonly contractor_rate: string
  readonly client_rate: string
}

/**
 * Does the correction ask for more of any day: more units, or a higher rate? Hours moved to another day are added
 * there: nobody approved them on it.
 */
export function addsHours(worked: readonly WorkedHours[], wanted: readonly WorkedHours[]): boolean {
  const key = (cell: WorkedHours) => `${day(cell.date)} ${cell.group_id}`
  const was = new Map(worked.map((cell) => [key(cell), cell]))
  return wanted.some((cell) => {
    const before = was.get(key(cell))
    const more = units(cell.units) - units(before?.units ?? '0')
    if (more > 0 || before === undefined) return more > 0
    return (
      rate(cell.contractor_rate) > rate(before.contractor_rate) ||
      rate(cell.client_rate) > rate(before.client_rate)
    )
  })
}
