/** Rates of VAT by date (money.md §1.4). */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { percent } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'

/** The standard rate of the United Kingdom in force on a tax point. A rate holds until the next one begins. */
export async function readStandardRate(tx: Tx, tax_point: Day): Promise<Percent4> {
  const row = await tx.row<{ rate: string }>(
    `select rate from config.tax_rate where country_code = 'GB' and tax_type = 'standard' and effective_from <= $1
     order by effective_from desc limit 1`,
    [tax_point],
  )
  return percent(present(row, 'a standard rate of VAT on the tax point').rate)
}
