import { expect, test } from 'vitest'
import { formatMoney, GBP, parseMoney } from '#kernel/money.ts'
import { percent } from '#kernel/rate.ts'
import { isOverseas } from '../shared/place-of-supply.rules.ts'
import type { TaxType } from './vat.rules.ts'
import { clientTax, domesticTax, isVatInvoice, taxAt, taxOn } from './vat.rules.ts'

test.each([
  // issuer registered, client abroad, tax
  [true, false, 'standard'],
  [true, true, 'reverse_charge'],
  [false, false, 'none'],
  [false, true, 'none'],
])('issuer registered %s, client abroad %s: %s', (registered, abroad, tax_type) => {
  expect(clientTax(registered, abroad, percent('20')).tax_type).toBe(tax_type)
})

test.each<[TaxType, string, boolean]>([
  ['standard', '5.01', true],
  ['zero', '0.00', true],
  ['reverse_charge', '0.00', true],
  ['exempt', '0.00', false],
  ['outside_scope', '0.00', false],
  ['none', '0.00', false],
])('%s on 25.06 is %s', (tax_type, amount, isInvoice) => {
  expect(formatMoney(taxOn(parseMoney('25.06', GBP), taxAt(tax_type, percent('20'))))).toBe(amount)
  expect(isVatInvoice(tax_type)).toBe(isInvoice)
})

test("a credit carries exactly its invoice's tax back", () => {
  const [there, back] = ['0.03', '-0.03'].map(
    (text) => taxOn(parseMoney(text, GBP), domesticTax(true, percent('20'))).minor,
  )
  expect((there ?? 1) + (back ?? 1)).toBe(0)
})

test('the Isle of Man is inside, Jersey and Ireland are not', () => {
  expect(['GB', 'IM', 'JE', 'IE', 'US'].map(isOverseas)).toEqual([false, false, true, true, true])
})
