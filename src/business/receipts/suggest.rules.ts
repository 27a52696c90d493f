/**
 * Scores the open invoices that a receipt may pay (registers.md §5.3). Signs are the invoice number, the purchase
 * order, the amount, the payer and its past matches. Each sign has points, and a reason for the screen.
 */
import { countText } from '#kernel/count-text.ts'
import type { Day } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { equals } from '#kernel/money.ts'

export type ReceiptFacts = {
  readonly reference: string
  readonly unmatched_amount: Money
  readonly for_business_id: string
  /** Past matches of this payer by client id; empty for a new payer. */
  readonly match_counts: ReadonlyMap<string, number>
}

export type Candidate = {
  readonly human_id: string
  readonly client_id: string
  readonly client_name: string
  readonly po_number: string | null
  readonly due_date: Day
  readonly outstanding_balance: Money
  /** Number of its consolidated invoice. */
  readonly consolidated_human_id: string | null
}

export type Suggestion = {
  readonly score: number
  readonly reasons: readonly string[]
  /** Number and amount both fit: safe to match without review. */
  readonly is_certain: boolean
}

/** A suggestion as the verb answers it: amounts are decimal text. */
export type SuggestedMatch = {
  invoice_id: string
  human_id: string
  client_id: string
  client_name: string
  due_date: string
  outstanding_balance: string
  /** The smaller of the receipt's unmatched amount and the invoice's outstanding amount. */
  amount: string
  score: number
  reasons: readonly string[]
  is_certain: boolean
}

/** Points of each sign; the highest sum is suggested first. */
const points = {
  number: 60,
  consolidated: 45,
  digits_only: 40,
  purchase_order: 30,
  amount: 25,
  unique_amount: 10,
  payer: 10,
  /** And one more for each past match. */
  matched_before: 8,
  matched_before_max: 18,
  client_name: 6,
} as const

/** Capitals and digits alone: banks drop hyphens, and people add spaces. */
const lettersAndDigits = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Invoice numbers in a reference: `inv 2 15` and `INV2000015` are INV-2-000015. */
export function invoiceNumbersIn(reference: string): string[] {
  const text = reference.toUpperCase()
  const spaced = [...text.matchAll(/INV[\s\-/.]*(\d+)[\s\-/.]+(\d{1,9})(?!\d)/g)].map(
    ([, series, number]) => [series, number],
  )
  // Joined: the last six digits are the number, those before them the series.
  const joined = [...text.matchAll(/INV(\d+?)(\d{6})(?!\d)/g)].map(([, series, number]) => [series, number])
  const found = [...spaced, ...joined].map(
    ([series, number]) => `INV-${Number(series)}-${String(Number(number)).padStart(6, '0')}`,
  )
  return [...new Set(found)]
}

/** Consolidated invoice numbers in a reference: `CIN 12` and `cin-000012` are CIN000012. */
export function consolidatedNumbersIn(reference: string): string[] {
  const found = [...reference.toUpperCase().matchAll(/CIN[\s\-/.]*0*(\d{1,9})(?!\d)/g)]
  return [...new Set(found.map(([, number = '']) => `CIN${number.padStart(6, '0')}`))]
}

/** Finds `2-000015` or `2000015` without INV: banks cut references. Shorter numbers occur by chance. */
function hasDigits(reference: string, human_id: string): boolean {
  const [series = '', number = ''] = human_id.split('-').slice(-2)
  const digits = reference.replace(/[\s\-/.]/g, '')
  return number.length >= 6 && new RegExp(`(?<!\\d)${series}${number}(?!\\d)`).test(digits)
}

/** A payer's name as the bank writes it, in capitals and digits: the key of `payer_memory`. */
export function payerKey(counterparty: string): string {
  return lettersAndDigits(counterparty).slice(0, 60)
}

/** Shorter purchase orders occur in references by chance. */
const po_length_min = 4

export function hasPurchaseOrder(reference: string, po_number: string | null): boolean {
  const po = lettersAndDigits(po_number ?? '')
  return po.length >= po_length_min && lettersAndDigits(reference).includes(po)
}

/** True where the reference contains a telling part of the client's name: not `Ltd`, not `Group`. */
export function hasClientName(reference: string, client_name: string): boolean {
  const words = client_name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3 && !/^(limited|group|services)$/i.test(word))
  const text = reference.toUpperCase()
  return words.some((word) => text.includes(word.toUpperCase()))
}

type OpenAmount = { readonly client_id: string; readonly outstanding_balance: Money }

/** Is the amount equal, and is this the client's only open invoice of it? `all` are the open ones, this one too. */
export function amountFit(amount: Money, candidate: OpenAmount, all: readonly OpenAmount[]) {
  const is_equal = equals(candidate.outstanding_balance, amount)
  const alike = all.filter(
    (other) => other.client_id === candidate.client_id && equals(other.outstanding_balance, amount),
  )
  return { is_equal, is_only: is_equal && alike.length === 1 }
}

/** The reason of past matches. */
export const matchedBefore = (times: number) =>
  `Payer matched to this client ${countText(times, 'time')} before`

export type Sign = readonly [is_present: boolean, points: number, reason: string]

/** The points of the present signs together, and their reasons. */
export function scoreOf(signs: readonly Sign[]) {
  const present = signs.filter(([is_present]) => is_present)
  return {
    score: present.reduce((sum, [, worth]) => sum + worth, 0),
    reasons: present.map(([, , reason]) => reason),
  }
}

/** Scores one candidate; `all` are the open invoices, this one too. */
export function suggest(receipt: ReceiptFacts, candidate: Candidate, all: readonly Candidate[]): Suggestion {
  const { reference, unmatched_amount, for_business_id, match_counts } = receipt
  const times = match_counts.get(candidate.client_id) ?? 0
  const is_named = invoiceNumbersIn(reference).includes(candidate.human_id)
  const { is_equal, is_only } = amountFit(unmatched_amount, candidate, all)
  const signs: Sign[] = [
    [is_named, points.number, 'Invoice number in the reference'],
    [
      candidate.consolidated_human_id !== null &&
        consolidatedNumbersIn(reference).includes(candidate.consolidated_human_id),
      points.consolidated,
      'Consolidated invoice in the reference',
    ],
    [
      !is_named && hasDigits(reference, candidate.human_id),
      points.digits_only,
      'Invoice number without INV in the reference',
    ],
    [
      hasPurchaseOrder(reference, candidate.po_number),
      points.purchase_order,
      'Purchase order in the reference',
    ],
    [is_equal, points.amount, 'Amount is equal'],
    [is_only, points.unique_amount, 'The only invoice of this amount'],
    [candidate.client_id === for_business_id, points.payer, 'The payer is this client'],
    [times > 0, Math.min(points.matched_before + times, points.matched_before_max), matchedBefore(times)],
    [hasClientName(reference, candidate.client_name), points.client_name, 'Client named in the reference'],
  ]
  return { ...scoreOf(signs), is_certain: is_named && is_equal }
}

/** The highest score first, then the earliest due day. */
export function compareSuggestions(
  a: { readonly score: number; readonly due_date: string; readonly human_id: string },
  b: { readonly score: number; readonly due_date: string; readonly human_id: string },
): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.due_date !== b.due_date) return a.due_date < b.due_date ? -1 : 1
  return a.human_id < b.human_id ? -1 : 1
}
