/**
 * The invoices that a receipt most likely pays, with reasons (registers.md §5.3): the invoice number in the
 * reference, the purchase order, an equal amount, the payer, earlier payments of the payer. Each reason is a sentence
 * for people.
 */
import type { Day } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { equals } from '#kernel/money.ts'

export type ReceiptFacts = {
  readonly reference: string
  readonly unmatched_amount: Money
  readonly for_business_id: string
  /** How often this payer's money was matched with each client; nothing of a payer never seen. */
  readonly seen: ReadonlyMap<string, number>
}

export type Candidate = {
  readonly human_id: string
  readonly client_id: string
  readonly client_name: string
  readonly po_number: string | null
  readonly due_date: Day
  readonly outstanding_balance: Money
  /** Of the consolidated invoice it is a member of. */
  readonly consolidated_human_id: string | null
}

export type Suggestion = {
  readonly score: number
  readonly reasons: readonly string[]
  /** Its number is in the reference and the amount is equal: safe to match without a second look. */
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
  /** The lesser of the receipt's rest and the invoice's outstanding amount. */
  amount: string
  score: number
  reasons: readonly string[]
  is_certain: boolean
}

const points = {
  number: 60,
  consolidated: 45,
  bare_number: 40,
  purchase_order: 30,
  amount: 25,
  only_one_of_amount: 10,
  payer: 10,
  seen_once: 8,
  seen_most: 18,
  name: 6,
} as const

/** Letters and digits alone: banks drop hyphens, and people add spaces. */
const bare = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Document numbers that a reference names, as we write them: `inv 2 15` and `INV2000015` are INV-2-000015. */
export function numbersIn(reference: string): string[] {
  const text = reference.toUpperCase()
  const apart = [...text.matchAll(/INV[\s\-/.]*(\d+)[\s\-/.]+(\d{1,9})(?!\d)/g)].map(([, series, number]) => [
    series,
    number,
  ])
  const together = [...text.matchAll(/INV(\d+?)(\d{6})(?!\d)/g)].map(([, series, number]) => [series, number])
  const found = [...apart, ...together].map(
    ([series, number]) => `INV-${Number(series)}-${String(Number(number)).padStart(6, '0')}`,
  )
  return [...new Set(found)]
}

/** Consolidated invoices that a reference names: `CIN 12`, `cin-000012`. */
export function consolidatedIn(reference: string): string[] {
  const found = [...reference.toUpperCase().matchAll(/CIN[\s\-/.]*0*(\d{1,9})(?!\d)/g)]
  return [...new Set(found.map(([, number = '']) => `CIN${number.padStart(6, '0')}`))]
}

/** `2-000015` or `2000015` without the letters before it: banks cut references at either end. */
function hasBareNumber(reference: string, human_id: string): boolean {
  const [series = '', number = ''] = human_id.split('-').slice(-2)
  const digits = reference.replace(/[\s\-/.]/g, '')
  return number.length >= 6 && new RegExp(`(?<!\\d)${series}${number}(?!\\d)`).test(digits)
}

/** A payer's name as the bank writes it, reduced to letters and digits: the key of payer memory. */
export function payerKey(counterparty: string): string {
  return bare(counterparty).slice(0, 60)
}

/** The shortest purchase order that is looked for in a reference; shorter ones are in many by chance. */
const po_length_min = 4

export function namesPo(reference: string, po_number: string | null): boolean {
  const po = bare(po_number ?? '')
  return po.length >= po_length_min && bare(reference).includes(po)
}

/** A word of the client's name that says something: not `Ltd`, not `The`. */
export function namesClient(reference: string, client_name: string): boolean {
  const words = client_name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3 && !/^(limited|group|services)$/i.test(word))
  const text = reference.toUpperCase()
  return words.some((word) => text.includes(word.toUpperCase()))
}

type Owed = { readonly client_id: string; readonly outstanding_balance: Money }

/** Does the candidate owe this amount, and is it the client's only one of it? */
export function amountFit(amount: Money, candidate: Owed, all: readonly Owed[]) {
  const is_equal = equals(candidate.outstanding_balance, amount)
  const alike = all.filter(
    (one) => one.client_id === candidate.client_id && equals(one.outstanding_balance, amount),
  )
  return { is_equal, is_only: is_equal && alike.length === 1 }
}

/** The sum of the points that hold, and their reasons. */
export function scoreOf(points: readonly (readonly [boolean, number, string])[]) {
  const holds = points.filter(([is_so]) => is_so)
  return {
    score: holds.reduce((sum, [, score]) => sum + score, 0),
    reasons: holds.map(([, , reason]) => reason),
  }
}

/** Scores one candidate; `all` are its competitors. */
export function suggest(receipt: ReceiptFacts, candidate: Candidate, all: readonly Candidate[]): Suggestion {
  const { reference, unmatched_amount, for_business_id, seen } = receipt
  const times = seen.get(candidate.client_id) ?? 0
  const is_named = numbersIn(reference).includes(candidate.human_id)
  const { is_equal, is_only } = amountFit(unmatched_amount, candidate, all)
  const facts: [boolean, number, string][] = [
    [is_named, points.number, 'Invoice number in the reference'],
    [
      candidate.consolidated_human_id !== null &&
        consolidatedIn(reference).includes(candidate.consolidated_human_id),
      points.consolidated,
      'Consolidated invoice in the reference',
    ],
    [
      !is_named && hasBareNumber(reference, candidate.human_id),
      points.bare_number,
      'Digits of its number in the reference',
    ],
    [namesPo(reference, candidate.po_number), points.purchase_order, 'Purchase order in the reference'],
    [is_equal, points.amount, 'Amount is equal'],
    [is_only, points.only_one_of_amount, 'The only invoice of this amount'],
    [candidate.client_id === for_business_id, points.payer, 'The payer is this client'],
    [
      times > 0,
      Math.min(points.seen_once + times, points.seen_most),
      `Payer seen ${times} ${times === 1 ? 'time' : 'times'}`,
    ],
    [namesClient(reference, candidate.client_name), points.name, 'Client named in the reference'],
  ]
  return { ...scoreOf(facts), is_certain: is_named && is_equal }
}

/** Best first; among equals the one that is due longest. */
export function compareSuggestions(
  a: { readonly score: number; readonly due_date: string; readonly human_id: string },
  b: { readonly score: number; readonly due_date: string; readonly human_id: string },
): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.due_date !== b.due_date) return a.due_date < b.due_date ? -1 : 1
  return a.human_id < b.human_id ? -1 : 1
}
