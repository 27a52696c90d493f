import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, GBP, money, sum } from '#kernel/money.ts'
import type { Percent4, Rate4, Units4 } from '#kernel/rate.ts'
import { creditSet } from '#test/money/credit-set.ts'
import { raiseInputs } from '#test/money/raise-arbitrary.ts'
import { sample_week } from '#test/money/raise-sample.ts'
import type { RaiseInput } from './raise.rules.ts'
import { raiseRefusal, raiseSet } from './raise.rules.ts'

/** Ten thousand sets at every commit, a million at night (quality R10), shared out over the properties. */
const sets = process.env.STINT_NIGHTLY ? 1_000_000 : 10_000
const few = { numRuns: sets / 5 }

const total = (amounts: readonly { minor: number }[]) => amounts.reduce((all, one) => all + one.minor, 0)

test('identities 1 to 3: every penny of the sale goes to exactly one party', () => {
  fc.assert(
    fc.property(raiseInputs, (input) => {
      fc.pre(raiseRefusal(input) === null)
      const set = raiseSet(input)
      expect(total([set.contractor_gross, set.fee_gross, set.on_costs, set.agency_gross])).toBe(
        set.sale_gross.minor,
      )
      expect(total([set.contractor_net, set.fee_net, set.on_costs, set.agency_net])).toBe(
        set.client_net.minor,
      )
      expect(total([set.contractor_tax, set.fee_tax, set.agency_tax])).toBe(set.sale_tax.minor)
    }),
    few,
  )
})

test('I2: a document is the sum of its rounded lines, and nothing else', () => {
  fc.assert(
    fc.property(raiseInputs, (input) => {
      fc.pre(raiseRefusal(input) === null)
      for (const document of raiseSet(input).documents) {
        expect(document.total_amount.minor).toBe(document.amount.minor + document.tax_amount.minor)
        expect(total(document.lines.map((line) => line.amount))).toBe(document.amount.minor)
        expect(total(document.lines.map((line) => line.tax_amount))).toBe(document.tax_amount.minor)
      }
    }),
    few,
  )
})

test('the resale document mirrors the client document before VAT, and with it unless the client is abroad', () => {
  fc.assert(
    fc.property(raiseInputs, (input) => {
      fc.pre(raiseRefusal(input) === null)
      const { documents, client_net, client_gross } = raiseSet(input)
      const resale = documents.find((d) => d.type === 'agency-provider' || d.type === 'agency-funder')
      if (!resale) return
      expect(formatMoney(resale.amount)).toBe(formatMoney(client_net))
      if (input.vat.client_country_code === 'US') return
      expect(formatMoney(resale.total_amount)).toBe(formatMoney(client_gross))
    }),
    few,
  )
})

test('identity 5: a set and its credit set sum to zero for every type', () => {
  fc.assert(
    fc.property(raiseInputs, (input) => {
      fc.pre(raiseRefusal(input) === null)
      const set = raiseSet(input)
      const credit = creditSet(set)
      set.documents.forEach((document, i) => {
        const mirror = credit.documents[i]
        expect(mirror?.type).toBe(document.type)
        expect(sum(GBP, [document.total_amount, mirror?.total_amount ?? money(1, GBP)]).minor).toBe(0)
      })
    }),
    few,
  )
})

test('paid when paid: only for payees who opted out', () => {
  fc.assert(
    fc.property(raiseInputs, (input: RaiseInput) => {
      fc.pre(raiseRefusal(input) === null)
      const bill = raiseSet(input).documents.find((d) => d.type === 'contractor-agency')
      if (bill?.release_condition !== 'client_receipt') return
      expect(input.conduct_regs_opt_out && input.funding_type === 'paid_when_paid').toBe(true)
      expect(['limited', 'umbrella']).toContain(input.payment_type)
    }),
    few,
  )
})

test('a thousand lines of small change lose nothing', () => {
  // The casts brand scaled integers.
  const line = (i: number) => ({
    name: `R${i}`,
    description: '',
    unit_type: 'hourly',
    units: (i * 7 + 1) as Units4,
    contractor_rate: 3333 as Rate4,
    client_rate: 6667 as Rate4,
  })
  const fee = { type: 'percent', value: 1 as Percent4, fee_base: 'gross' } as const
  const lines = Array.from({ length: 1000 }, (_, i) => line(i))
  expect(() => raiseSet({ ...sample_week, lines, fee })).not.toThrow()
})
