/** Warns of a scheme that pays HMRC by the quarter, and whose bills are too high for it. */
import { minorOf } from '#web/kinds/amount.tsx'
import { quarterlyWarning } from './quarterly-bill.rules.ts'
import { useSchemeYear } from './scheme-year.hook.ts'

interface Months {
  readonly months: readonly { readonly payslip_count: number; readonly due: string }[]
}

export function QuarterlyBill() {
  const { tax_year, query } = useSchemeYear<Months>('transaction.tax_month.p32')
  const months = (query.data?.months ?? []).map(({ due, payslip_count }) => ({
    payslip_count,
    due: minorOf(due),
  }))
  const warning = quarterlyWarning(tax_year, months)
  return (
    warning && (
      <p role="note" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
        {warning}
      </p>
    )
  )
}
