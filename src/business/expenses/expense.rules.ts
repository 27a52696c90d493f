/**
 * What may be done with an expense, by whom and from which status (spec §4; transitions are ours, docs/gaps.md), and what
 * may stand on it. Server, form and tests ask the same rules.
 */
import type { Viewer } from '#entity/access.ts'
import type { Day } from '#kernel/day.ts'
import { addDays, formatDay, isDay } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { compare, isNegative, isPositive, parseMoney, sum } from '#kernel/money.ts'
import type { WhoMay } from '../shared/who-may.rules.ts'
import { agency_writers, isOneOf, provider_staff } from '../shared/who-may.rules.ts'

export type ExpenseStatus = 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'

type Transition = {
  readonly from: readonly ExpenseStatus[]
  /** Null: the status stays. */
  readonly to: ExpenseStatus | null
  readonly by: WhoMay
}

const entering = { contractor: ['contractor'], agency: agency_writers } as const satisfies WhoMay
const deciding = { client: ['timesheet_approver'], agency: agency_writers } as const satisfies WhoMay

/**
 * Whoever worked, or the agency for him, enters what he spent; the client's timesheet approver decides, the agency only
 * where the placement allows approval by hand, as with timesheets: whoever is paid on an approval should not give it.
 */
export const expense_states = {
  save_draft: { from: ['draft', 'rejected'], to: null, by: entering },
  submit: { from: ['draft', 'rejected'], to: 'submitted', by: entering },
  approve: { from: ['submitted'], to: 'approved', by: deciding },
  reject: { from: ['submitted'], to: 'rejected', by: deciding },
  raise: { from: ['suspense'], to: 'approved', by: { agency: agency_writers, provider: provider_staff } },
  cancel: {
    from: ['draft', 'rejected'],
    to: 'cancelled',
    by: { ...entering, provider: provider_staff },
  },
} as const satisfies Record<string, Transition>

export type ExpenseAction = keyof typeof expense_states

/** An expense with what its placement says about deciding. */
export type ExpenseFacts = {
  readonly human_id: string
  readonly status: ExpenseStatus
  readonly manual_timesheet_approval: boolean
  /** Contacts named on the placement as its timesheet approvers; none: any approver of the client. */
  readonly approver_contact_ids: readonly string[]
}

export type Asker = Pick<Viewer, 'category' | 'roles' | 'business_contact_id'>

export type Refusal = {
  /** `conflict`: somebody was faster; `precondition`: the status forbids it. */
  readonly code: 'not_allowed' | 'precondition' | 'conflict'
  readonly message: string
}

const done: Record<ExpenseAction, string> = {
  save_draft: 'changed',
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  raise: 'invoiced',
  cancel: 'cancelled',
}

const statusWords: Record<ExpenseStatus, string> = {
  draft: 'a draft',
  submitted: 'submitted',
  rejected: 'rejected',
  approved: 'approved',
  suspense: 'in suspense',
  cancelled: 'cancelled',
}

/** Why the action is refused, or null when it may go on. */
export function expenseRefusal(action: ExpenseAction, row: ExpenseFacts, viewer: Asker): Refusal | null {
  const person = personRefusal(action, row, viewer)
  if (person !== null) return { code: 'not_allowed', message: person }
  const { from, to }: Transition = expense_states[action]
  if (from.includes(row.status)) return null
  if (row.status === to) return { code: 'conflict', message: `Expense ${row.human_id} is already ${to}` }
  const message = `Expense ${row.human_id} is ${statusWords[row.status]} and cannot be ${done[action]}`
  return { code: 'precondition', message }
}

function personRefusal(action: ExpenseAction, row: ExpenseFacts, viewer: Asker): string | null {
  if (!isOneOf(viewer, expense_states[action].by)) return errorText.not_allowed
  if (action !== 'approve' && action !== 'reject') return null
  if (viewer.category === 'agency') {
    return row.manual_timesheet_approval ? null : 'On this placement only the client approves expenses'
  }
  const named = row.approver_contact_ids
  return named.length === 0 || named.includes(viewer.business_contact_id)
    ? null
    : 'Another approver is named on this placement'
}

type Can = (row: ExpenseFacts, viewer: Asker) => true | string
const ask =
  (action: ExpenseAction): Can =>
  (row, viewer) =>
    expenseRefusal(action, row, viewer)?.message ?? true

/** True, or the reason that the user reads. */
export const can = {
  save_draft: ask('save_draft'),
  submit: ask('submit'),
  approve: ask('approve'),
  reject: ask('reject'),
  raise: ask('raise'),
  cancel: ask('cancel'),
} satisfies Record<ExpenseAction, Can>

/** What money is spent on; the spec names the field, the list is ours (docs/gaps.md). */
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

/** A line as it is typed. */
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
        from_date: entry.from_date as Day, // lineErrors has seen that it is one.
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
  const amount = moneyOrError(entry.amount, code)
  const tax = moneyOrError(entry.tax_amount || '0', code)
  if (typeof amount === 'string') errors.amount = amount
  else if (!isPositive(amount)) errors.amount = validationText.positive
  if (typeof tax === 'string') errors.tax_amount = tax
  else if (isNegative(tax)) errors.tax_amount = validationText.positive
  // No country taxes a purchase by more than what it costs.
  else if (typeof amount !== 'string' && compare(tax, amount) > 0) errors.tax_amount = validationText.max
  return errors
}

function dayError(text: string, { start_date, end_date, today }: ExpensePeriod): string | null {
  if (text === '') return validationText.required
  if (!isDay(text)) return validationText.matches
  if (text < start_date) return validationText.min_date(formatDay(addDays(start_date, -1)))
  const last = end_date !== null && end_date < today ? end_date : today
  return text > last ? validationText.max_date(formatDay(addDays(last, 1))) : null
}

function moneyOrError(text: string, code: CurrencyCode): Money | string {
  try {
    return parseMoney(text, code, 'amount')
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return refusal.message
  }
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
