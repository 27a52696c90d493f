/**
 * An estimate of the National Insurance of an employer, for a worker under letter A with no other pay in the period
 * (payroll.md §2.4). Payroll computes the payslips; a test there holds the two together. Pure.
 */
import { GBP, type Money, maxOf, parseMoney, sub, zero } from '#kernel/money.ts'
import { percent, percentOf } from '#kernel/rate.ts'

/** Of both loaded tax years. */
const share = percent('15')
const thresholds = { week: parseMoney('96.00', GBP), month: parseMoney('417.00', GBP) } as const

export type PayPeriod = keyof typeof thresholds

/** @param pay of one period, in sterling */
export const employerInsurance = (pay: Money, period: PayPeriod): Money =>
  percentOf(share, maxOf(sub(pay, thresholds[period]), zero(GBP)))
