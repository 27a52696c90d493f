import { useQuery } from '@tanstack/react-query'
import { action } from '#web/core/call.ts'
import type { PayslipAmount } from '../figures/payslip.rules.ts'

type Amounts = Readonly<Record<PayslipAmount, string>>

interface LaidOutSlip {
  readonly id: string
  readonly human_id: string
  readonly pay_date: string
  readonly amounts: Amounts
}

export interface PayslipLayout {
  readonly period: { readonly name: string; readonly start_date: string; readonly end_date: string }
  readonly last: LaidOutSlip | null
  readonly year: readonly LaidOutSlip[]
  readonly taken_over: readonly { readonly source: string; readonly amounts: Amounts }[]
}

/** What a payslip states beside its own figures; undefined until it is read. */
export function usePayslipLayout(id: string): PayslipLayout | undefined {
  const query = useQuery({
    queryKey: ['payslip_layout', id],
    queryFn: () => action<PayslipLayout>('transaction.payslip.lay_out', { id }, crypto.randomUUID()),
  })
  return query.data
}
