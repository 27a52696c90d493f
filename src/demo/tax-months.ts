/** Tax months of the demo world: closed and reported on the first Monday after their end on which all their pay is paid. */

import { taxYearOf } from '#business/payroll/employment/tax-code-source.rules.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { attempt } from './attempt.ts'
import { calculated_agencies, schemeId } from './payroll-people.ts'
import { fileReturn } from './payroll-week.ts'
import { onStage, type World } from './stage.ts'

const operations = 'provider_operations'
const MONTH = 31

type Built = { readonly id: string }
type P32 = { readonly months: readonly { readonly tax_month: number; readonly may_close: boolean }[] }

export function closeMonths(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    // The last month of a tax year is closed in the next one.
    const years = new Set([addDays(day, -MONTH), day].map((on) => taxYearOf(on)?.name))
    for (const agency of calculated_agencies) {
      const paye_scheme_id = await schemeId(world, stage, agency)
      for (const tax_year of years) {
        if (tax_year === undefined) continue
        const asked = { paye_scheme_id, tax_year }
        const { months } = await stage.act<P32>(operations, 'transaction.tax_month.p32', asked)
        const next = months.find(({ may_close }) => may_close)
        if (!next) continue
        const month = { ...asked, tax_month: next.tax_month }
        await stage.act(operations, 'transaction.tax_month.close', month)
        // Null for a month of which HMRC needs no summary.
        const built = await attempt<Built>(stage, operations, 'transaction.rti_submission.build_eps', month)
        if (built) await fileReturn(stage, built.id)
      }
    }
  })
}
