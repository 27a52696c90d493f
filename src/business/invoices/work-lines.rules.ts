import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, formatMoney } from '#kernel/money.ts'
import type { Rate4, Units4 } from '#kernel/rate.ts'
import { amountOf, rate, units } from '#kernel/rate.ts'
import type { RaisedLine } from './raised-set.rules.ts'
import type { Tax } from './vat.rules.ts'
import { tax as taxOf, taxOn } from './vat.rules.ts'

/** Approved work at one rate: the contractor's pay and the client's charge. */
export type WorkLine = {
  /** The rate's name; Standard is sorted first by the caller. */
  readonly name: string
  readonly description: string
  readonly unit_type: string | null
  readonly units: Units4
  /** For paye the total rate, rolled-up holiday included. Null: no rate in force. */
  readonly contractor_rate: Rate4 | null
  readonly client_rate: Rate4 | null
  /** Paid in the client's own name: no supply, so it carries no tax on either side. */
  readonly is_disbursement?: boolean
}

const one = units('1')
const outside_scope = taxOf('outside_scope')

/** An amount as a line of one unit, so that every line reads units × rate = amount. */
function rateOf(amount: Money): Rate4 {
  return rate(formatMoney(amount), 'amount')
}

/** A line without units of work: a fee, an on-cost, the agency's earnings. */
export function amountLine(position: number, description: string, amount: Money, tax: Tax): RaisedLine {
  const rate = rateOf(amount)
  return line({ position, description, rate_name: null, unit_type: null, units: one, rate, amount, tax })
}

/** The lines of one side of the work; lines without units are left out. */
export function workLines(
  work: readonly WorkLine[],
  side: 'contractor_rate' | 'client_rate',
  currency: CurrencyCode,
  tax: Tax,
): RaisedLine[] {
  return work.flatMap((item, i) => {
    const price = item[side]
    if (price === null || item.units === 0) return []
    const amount = amountOf(item.units, price, currency)
    const own_tax = item.is_disbursement ? outside_scope : tax
    const { description, name: rate_name, unit_type, units } = item
    return [
      line({ position: i + 1, description, rate_name, unit_type, units, rate: price, amount, tax: own_tax }),
    ]
  })
}

type LineFacts = Pick<
  RaisedLine,
  'position' | 'description' | 'rate_name' | 'unit_type' | 'units' | 'rate' | 'amount'
> & { readonly tax: Tax }

function line({ tax, ...facts }: LineFacts): RaisedLine {
  const tax_amount = taxOn(facts.amount, tax)
  return { ...facts, ...tax, tax_amount, total_amount: add(facts.amount, tax_amount) }
}

/** An approved expense item, as entered: net, and the tax on the receipt. */
type ExpenseItem = {
  readonly type: string
  readonly description: string
  readonly amount: Money
  readonly tax_amount: Money
  /** Paid in the client's own name. */
  readonly is_disbursement?: boolean
}

/**
 * Expenses as work lines. A contractor who charges VAT reclaims the tax on receipts, so the cost is net; otherwise
 * the tax is part of the cost. The client pays the cost as part of the supply; a true disbursement is passed on as on
 * its receipt, tax included (money.md §1.5, "Expense").
 */
export function expenseLines(items: readonly ExpenseItem[], contractor_charges_vat: boolean): WorkLine[] {
  return items.map((item) => {
    const { type: name, description, is_disbursement = false } = item
    const is_net = contractor_charges_vat && !is_disbursement
    const price = rateOf(is_net ? item.amount : add(item.amount, item.tax_amount))
    const prices = { contractor_rate: price, client_rate: price }
    return { name, description, unit_type: null, units: one, ...prices, is_disbursement }
  })
}

/** The placement fee of a permanent placement: nothing is paid to a contractor. */
export function permLines(description: string, placement_fee: Money): WorkLine[] {
  const client_rate = rateOf(placement_fee)
  const fee = { name: 'Placement fee', description, unit_type: null, units: one }
  return [{ ...fee, contractor_rate: null, client_rate }]
}
