/** The states of an expense, and the checks of its lines. Server, form and tests ask the same rules. */
import type { Day } from '#kernel/day.ts'
import { addDays, formatDay, isDay, maxDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { compare, isNegative, parseMoney, sum } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import {
  type Asker,
  status_words,
  type WorkAction,
  type WorkFacts,
  workStates,
} from '../approvable-work/work.rules.ts'
import { readMoney } from '../shared/read-money.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'

export const { can, who } = transitions<WorkAction, WorkFacts, Asker>(
  { name: ({ human_id }) => `Expense ${human_id}`, words: status_words },
  workStates('expenses'),
)

/** Kinds of expense; the spec names the field, the list is ours (docs/gaps.md). */
export const expense_types = [
  { value: 'travel', label: 'Travel' },
  { value: 'mileage', label: 'Mileage' },
  { value: 'accommodation', label: 'Accommodation' },
  { value: 'subsistence', label: 'Subsistence' },
  { value: 'equipment', label: 'Equipment' },
  { value: 'training', label: 'Training' },
  { value: 'other', label: 'Other' },
] as const
type ExpenseType = (typeof expense_types)[number]['value']

/** A line as typed. */
export type ExpenseEntry = {
  readonly from_date: string
  readonly type: string
  readonly description?: string | undefined
  readonly amount: string
  readonly tax_amount: string
  readonly is_disbursement?: boolean | undefined
}

type ExpenseLine = {
  readonly from_date: Day
  readonly type: ExpenseType
  readonly description: string | null
  readonly amount: Money
  readonly tax_amount: Money
  readonly is_disbursement: boolean
}

type ExpensePeriod = {
  readonly start_date: Day
  readonly end_date: Day | null
  readonly today: Day
  /** The first day of the provider's books. */
  readonly books_begin: Day
}

/** Lines read, with a message under each field that is wrong (`details.{i}.amount`). */
export function readLines(
  entries: readonly ExpenseEntry[],
  code: CurrencyCode,
  period: ExpensePeriod,
): { lines: ExpenseLine[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const lines = entries.flatMap((entry, i): ExpenseLine[] => {
    const found = lineErrors(entry, code, period)
    for (const [field, message] of Object.entries(found)) errors[`details.${i}.${field}`] = message
    if (Object.keys(found).length > 0) return []
    return [
      {
        from_date: entry.from_date as Day, // lineErrors has checked it.
        type: entry.type as ExpenseType, // The same.
        description: entry.description?.trim() || null,
        amount: parseMoney(entry.amount, code),
        tax_amount: parseMoney(entry.tax_amount || '0', code),
        is_disbursement: entry.is_disbursement ?? false,
      },
    ]
  })
  return { lines, errors }
}

function lineErrors(entry: ExpenseEntry, code: CurrencyCode, period: ExpensePeriod): Record<string, string> {
  const errors: Record<string, string> = {}
  const day = dayError(entry.from_date, period)
  if (day !== null) errors.from_date = day
  if (!expense_types.some((one) => one.value === entry.type)) errors.type = validationText.required
  const amount = readMoney(entry.amount, code)
  const tax = readMoney(entry.tax_amount || '0', code)
  if (typeof amount === 'string') errors.amount = amount
  else {
    const fault = amountFault(amount, 'expense_line')
    if (fault !== null) errors.amount = fault
  }
  if (typeof tax === 'string') errors.tax_amount = tax
  else if (isNegative(tax)) errors.tax_amount = validationText.positive
  // No country's tax exceeds the price. A price at fault says nothing about it.
  else if (typeof amount !== 'string' && errors.amount === undefined && compare(tax, amount) > 0)
    errors.tax_amount = validationText.max
  return errors
}

function dayError(text: string, { start_date, end_date, today, books_begin }: ExpensePeriod): string | null {
  if (text === '') return validationText.required
  if (!isDay(text)) return validationText.matches
  const first = maxDay(start_date, books_begin)
  if (text < first) return validationText.min_date(formatDay(addDays(first, -1)))
  const last = end_date !== null && end_date < today ? end_date : today
  return text > last ? validationText.max_date(formatDay(addDays(last, 1))) : null
}

/** Net and VAT of an expense: the sums of its lines. */
export function totalsOfLines(lines: readonly ExpenseLine[], code: CurrencyCode) {
  return {
    amount: sum(
      code,
      lines.map((line) => line.amount),
    ),
    tax_amount: sum(
      code,
      lines.map((line) => line.tax_amount),
    ),
  }
}
