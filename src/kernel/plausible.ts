/**
 * The least and the greatest that a person types on purpose. A value beyond is a slip of the pen, such as pence typed as
 * pounds; it is refused under its field.
 */
import { validationText } from './messages.ts'
import type { Money } from './money.ts'
import type { Rate4 } from './rate.ts'
import { scale4 } from './rate.ts'

/** Whole units of any currency. */
const amounts = {
  receipt: { most: 100_000_000, sign: 'positive' },
  /** Money of a bank account comes in and goes out. */
  bank_line: { most: 100_000_000, sign: 'any' },
  collection_note: { most: 10_000_000, sign: 'positive' },
  credit_limit: { most: 100_000_000, sign: 'not_negative' },
  /** The highest charge that a mailed link approves. */
  mail_limit: { most: 1_000_000, sign: 'not_negative' },
  /** The sum insured of a policy, and the least that an agency asks for. */
  insurance: { most: 100_000_000, sign: 'positive' },
  overadvance: { most: 10_000_000, sign: 'not_negative' },
  retention: { most: 10_000_000, sign: 'not_negative' },
  single_document: { most: 10_000_000, sign: 'positive' },
  placement_fee: { most: 1_000_000, sign: 'positive' },
  expense_line: { most: 100_000, sign: 'positive' },
  /** One figure of a worker's pay; corrections give back. */
  pay: { most: 1_000_000, sign: 'any' },
  /** A figure of a payslip that never gives back. */
  paid_pay: { most: 1_000_000, sign: 'not_negative' },
  /** CIS deductions of a tax year. */
  cis_suffered: { most: 10_000_000, sign: 'positive' },
  fixed_fee: { most: 10_000, sign: 'not_negative' },
} as const satisfies Record<string, { most: number; sign: 'positive' | 'not_negative' | 'any' }>

/** The fault of a typed amount; null within its bounds. */
export function amountFault(amount: Money, kind: keyof typeof amounts): string | null {
  const { most, sign } = amounts[kind]
  if (sign === 'positive' && amount.minor <= 0) return validationText.positive
  if (sign === 'not_negative' && amount.minor < 0) return validationText.positive
  return Math.abs(amount.minor) > most * 100 ? validationText.max : null
}

const rates = { hourly: 1_000, daily: 10_000, monthly: 100_000, custom: 100_000 } as const

/** The fault of a rate of pay or charge; null within its bounds. Work for nothing is no placement. */
export function rateFault(value: Rate4, unit: keyof typeof rates): string | null {
  if (value <= 0) return validationText.positive
  return value > rates[unit] * scale4 ? validationText.max : null
}
