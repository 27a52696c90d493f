/** Payslips are paid: they, their period and their run say so, and their documents are settled. */
import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { markSlipsPaid } from '../../settlement/mark-slips-paid.server.ts'
import { payDocuments } from './pay-documents.server.ts'

type Slip = { readonly id: string; readonly human_id: string; readonly payslip_period_id: string }

/**
 * The payslips are issued, and locked. Those of fees inside IR35 are left as they are: their documents were settled at the
 * approval of their run, and they are paid with their self-bills (decision 0135).
 */
export async function paySlips(context: VerbContext, slips: readonly Slip[]): Promise<void> {
  const of_fees = new Set(
    (
      await context.tx.rows<{ id: string }>(
        'select distinct payslip_id as id from transaction.deemed_payment where payslip_id = any ($1)',
        [slips.map(({ id }) => id)],
      )
    ).map(({ id }) => id),
  )
  const paid = slips.filter(({ id }) => !of_fees.has(id))
  if (paid.length === 0) return
  await markSlipsPaid(context, paid)
  await payDocuments(context, paid)
}

/** Payslips of the same runs, or of a PAYE scheme up to a day. */
export type EmptyOf =
  | { readonly payslip_ids: readonly string[] }
  | { readonly paye_scheme_id: string; readonly to: Day }

/** Is nothing of an issued payslip left for a batch or a person to pay? Fees inside IR35 are paid with their self-bills. */
export const emptySlipSql = (slip: string): string =>
  `(${slip}.status = 'issued' and ${slip}.deleted_at is null and ${slip}.net_pay = 0
    and not exists (select from transaction.deemed_payment d where d.payslip_id = ${slip}.id)
    and not exists (select from transaction.payroll_payment w where w.payslip_id = ${slip}.id))`

/** Pays payslips without net pay, as of a correction or an overpayment that takes all of it: no batch and no person does. */
export async function payEmptySlips(context: VerbContext, of: EmptyOf): Promise<void> {
  const [where, params] =
    'payslip_ids' in of
      ? [
          'c.pay_run_id in (select o.pay_run_id from transaction.pay_run_payslip o where o.payslip_id = any ($1))',
          [of.payslip_ids],
        ]
      : [
          'r.paye_scheme_id = $1 and r.pay_day <= least($2::date, $3::date)',
          [of.paye_scheme_id, of.to, context.clock.today()],
        ]
  const slips = await context.tx.rows<Slip>(
    `select p.id, p.human_id, p.payslip_period_id from transaction.payslip p
     join transaction.pay_run_payslip c on c.payslip_id = p.id join transaction.pay_run r on r.id = c.pay_run_id
     where ${emptySlipSql('p')} and ${where} order by p.id for update of p`,
    params,
  )
  if (slips.length > 0) await paySlips(context, slips)
}
