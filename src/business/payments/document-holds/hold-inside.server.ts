/**
 * Holds payments for work inside IR35 to limited companies until a pay run deducted tax and National Insurance from the fee
 * (decision 0114).
 */
import { type Day, formatDay } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { covered_part, type InsideReason, inside_words } from '../../shared/inside-ir35.rules.ts'
import { deemedFeeSql, insideReasonSql, offPayrollSql } from '../../shared/inside-ir35-sql.server.ts'
import { firstDayOfNetPay } from '../creditors/due-days.rules.ts'

/** Why a self-bill waits for its deduction. */
export const deemed_words = {
  waits: 'Work inside IR35 waits for its pay run, which deducts tax and National Insurance from the fee',
  expenses:
    'Expenses of work inside IR35 through a limited company wait: it is not known which of them are free of tax',
  partial: 'Part of this self-bill was paid or credited before, so no pay run deducts tax from it',
} as const

const early = (pay_day: Day) =>
  `Tax was deducted for the pay day of ${formatDay(pay_day)}: the rest leaves on ${formatDay(firstDayOfNetPay(pay_day))} at the earliest`

type Row = {
  readonly id: string
  readonly reason: InsideReason
  readonly is_expense: boolean
  readonly is_reduced: boolean
  readonly is_off_payroll: boolean
  readonly pay_day: Day | null
}

const work_day = 'coalesce(i.period_start, i.raised_date)'

function wordsOf(row: Row, paid_on: Day): string | null {
  const { pay_day } = row
  if (pay_day !== null) return paid_on < firstDayOfNetPay(pay_day) ? early(pay_day) : null
  if (row.reason !== 'payroll') return inside_words[row.reason]
  if (row.is_expense) return deemed_words.expenses
  if (!row.is_off_payroll) return inside_words.payroll
  return row.is_reduced ? deemed_words.partial : deemed_words.waits
}

/** The sentence of each of these documents that waits on a pay date, by id, from the first day of the work. */
export async function insideReasons(
  tx: Tx,
  ids: readonly string[],
  paid_on: Day,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<Row>(
    `select r.* from (
       select i.id, case when d.id is not null then 'payroll' else ${insideReasonSql('c', work_day)} end as reason,
         i.expense_id is not null as is_expense, (i.paid_amount > 0 or i.outstanding_balance * ${covered_part.of} < ${deemedFeeSql('i')} * ${covered_part.parts}) as is_reduced, d.pay_day,
         ${offPayrollSql({ contractor: 'i.contractor_id', agency: 'i.agency_id', scheme: 'c.paye_scheme_id' }, work_day)} as is_off_payroll
       from transaction.invoice i join contract.contract c on c.id = i.contract_id
       left join transaction.deemed_payment d on d.invoice_id = i.id and d.fee > 0
       where i.id = any ($1) and i.type = 'contractor-agency') r where r.reason is not null`,
    [ids],
  )
  return new Map(
    rows.flatMap((row) => {
      const words = wordsOf(row, paid_on)
      return words === null ? [] : [[row.id, words] as const]
    }),
  )
}

type Payee = Pick<CashDocument, 'id' | 'type' | 'payment_company_type'>

/** Why a document waits on a pay date, or null. */
export async function insideHolds(
  tx: Tx,
  documents: readonly Payee[],
  paid_on: Day,
): Promise<(document: Pick<Payee, 'id'>) => string | null> {
  const reasons = await insideReasons(
    tx,
    documents
      .filter((one) => one.type === 'contractor-agency' && one.payment_company_type === 'limited')
      .map(({ id }) => id),
    paid_on,
  )
  return ({ id }) => reasons.get(id) ?? null
}
