import { day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { currency, displayMoney, formatMoney, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows, updateRow } from '#server/write-row.server.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { expense, expense_detail } from './expense.entity.ts'
import type { ExpenseEntry } from './expense.rules.ts'
import { readLines, totalsOfLines } from './expense.rules.ts'
import type { ExpenseRow } from './expense-records.server.ts'

export type Totals = { readonly amount: string; readonly tax_amount: string }

type Sheet = Pick<
  ExpenseRow,
  | 'id'
  | 'provider_id'
  | 'agency_id'
  | 'client_id'
  | 'contractor_id'
  | 'funder_id'
  | 'currency'
  | 'placement_start'
  | 'placement_end'
>

/**
 * Makes these lines the whole content of an expense and writes its totals.
 * @throws invalid under `details.{i}.…`, in the words of spec §5
 */
export async function writeDetails(
  context: VerbContext,
  sheet: Sheet,
  entries: readonly ExpenseEntry[],
): Promise<Totals> {
  const code = currency(sheet.currency)
  const { tx, clock } = context
  const { lines, errors } = readLines(entries, code, {
    start_date: day(sheet.placement_start),
    end_date: sheet.placement_end === null ? null : day(sheet.placement_end),
    ...(await bookDays(context)),
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const at = clock.now()
  await tx.run(
    `update transaction.expense_detail set deleted_at = $2, updated_at = $2 where expense_id = $1 and deleted_at is null`,
    [sheet.id, at],
  )
  const { provider_id, agency_id, client_id, contractor_id, funder_id } = sheet
  await insertRows(
    tx,
    expense_detail,
    lines.map((line) => ({
      ...line,
      id: newUuid(clock),
      expense_id: sheet.id,
      provider_id,
      agency_id,
      client_id,
      contractor_id,
      funder_id,
      amount: formatMoney(line.amount),
      tax_amount: formatMoney(line.tax_amount),
      created_at: at,
      updated_at: at,
    })),
  )
  const sums = totalsOfLines(lines, code)
  const totals = { amount: formatMoney(sums.amount), tax_amount: formatMoney(sums.tax_amount) }
  await updateRow(tx, expense, sheet.id, {
    amount: totals.amount,
    tax_amount: totals.tax_amount,
    updated_at: at,
    // Other lines may have the same total.
    told_updated_at: at,
  })
  return totals
}

/** The saved lines as entries, to be judged again at submission. */
export function readDetails({ tx }: Pick<VerbContext, 'tx'>, expense_id: string): Promise<ExpenseEntry[]> {
  return tx.rows<ExpenseEntry>(
    `select from_date, type, coalesce(description, '') as description, amount, tax_amount, is_disbursement
     from transaction.expense_detail where expense_id = $1 and deleted_at is null order by from_date, id`,
    [expense_id],
  )
}

/** For the activities of an expense: `£38.70 and £0.00 VAT`. */
export function totalsInWords({ amount, tax_amount }: Totals, sheet: Pick<Sheet, 'currency'>): string {
  const code = currency(sheet.currency)
  return `${displayMoney(parseMoney(amount, code))} and ${displayMoney(parseMoney(tax_amount, code))} VAT`
}
