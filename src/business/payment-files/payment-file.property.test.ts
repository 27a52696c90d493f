/** Any batch that a file is made of gives one that a bank can read: by the schema of the message, by the layout of BACS. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { currency, formatMoney, GBP, money, sum } from '#kernel/money.ts'
import { usual_header } from '#test/fixtures/usual-header.ts'
import { readBacs } from '#test/money/bacs-layout.ts'
import { painFaults } from '#test/money/pain-schema.ts'
import { bacsFile } from './bacs-file.rules.ts'
import { painFile } from './pain-file.rules.ts'
import type { FileAccount, FilePayment, PaymentOrder } from './payment-file.rules.ts'
import { fileFault } from './payment-file.rules.ts'

const iban = 'IE29AIBK93115212345678'
const mostly = <T>(one: T, other: T | null) =>
  fc.oneof({ weight: 24, arbitrary: fc.constant(one) }, { weight: 1, arbitrary: fc.constant(other) })
const accounts = fc.record({
  name: fc.oneof(
    {
      weight: 24,
      arbitrary: fc.string({ maxLength: 160, unit: 'grapheme' }).map((text) => `Ż & <Söhne> ${text}`),
    },
    { weight: 1, arbitrary: fc.constantFrom('株式会社', '-"\'', 'A') },
  ),
  account_number: mostly('31926819', null),
  sort_code: mostly('601613', null),
  iban: fc.option(fc.constant(iban)),
  swift_code: fc.option(fc.constantFrom('AIBKIE2D', 'NWBKGB2LXXX')),
}) satisfies fc.Arbitrary<FileAccount>

const payments = fc.array(
  fc.record({
    human_id: fc.integer({ min: 1, max: 999_999 }).map((n) => `PAY${String(n).padStart(6, '0')}`),
    payee: accounts,
    amount: fc.oneof(
      { weight: 24, arbitrary: fc.integer({ min: 1, max: 900_000_00 }) },
      { weight: 1, arbitrary: fc.constantFrom(2_000_000_000, 2_000_000_001) },
    ),
    reference: fc.oneof(
      fc.string({ maxLength: 200, unit: 'grapheme' }),
      fc.constantFrom('', '???', 'AGYCOM-1806'),
    ),
  }),
  { minLength: 1, maxLength: 8 },
)

const orders = fc
  .record({
    payer: accounts,
    code: fc.constantFrom('GBP', 'GBP', 'EUR'),
    payments,
    version: fc.constantFrom('03' as const, '09' as const),
    sender: fc.option(fc.constant('CUST-77')),
    booking: fc.boolean(),
  })
  .map(({ payer, code, payments, version, sender, booking }): PaymentOrder => {
    const made = payments.map((one): FilePayment => ({ ...one, amount: money(one.amount, currency(code)) }))
    return {
      batch: 'BAT000042',
      currency: currency(code),
      payer,
      payments: made,
      processing_day: day('2026-03-19'),
      total: sum(
        currency(code),
        made.map((one) => one.amount),
      ),
      made_at: '2026-03-18T09:30:00.000Z',
      service_user_number: '123456',
      header: { ...usual_header, message_version: version, initiator_id: sender, batch_booking: booking },
    }
  })

test('pain.001: every accepted file fits its schema and pays the batch’s amount', () => {
  let made = 0
  fc.assert(
    fc.property(orders, (order) => {
      if (fileFault('pain_001', order) !== null) return
      made += 1
      const xml = painFile(order)
      expect(painFaults(xml)).toEqual([])
      const amounts = [...xml.matchAll(/<InstdAmt Ccy="([A-Z]{3})">([\d.]+)</g)].map((one) => one.slice(1))
      expect(amounts).toEqual(order.payments.map((one) => [order.currency, formatMoney(one.amount)]))
      for (const [, words = ''] of xml.matchAll(/<(?:Nm|Ustrd)>([^<]*)</g))
        expect(words.replaceAll('&amp;', '&')).toMatch(/^[A-Z0-9.&/ -]+$/)
    }),
    { numRuns: 600 },
  )
  expect(made).toBeGreaterThan(150)
})

test('BACS: whatever is not refused holds the layout of its records, debits equal credits, and the labels agree', () => {
  let made = 0
  fc.assert(
    fc.property(orders, (order) => {
      if (fileFault('bacs', order) !== null) return
      made += 1
      const { labels, data } = readBacs(bacsFile(order, day('2026-03-18')))
      const contra = data.at(-1)
      const credits = data.slice(0, -1)
      expect(credits.map((one) => [one.to_sort, one.to_account, one.code, Number(one.pence)])).toEqual(
        order.payments.map(({ payee, amount }) => [
          payee.sort_code,
          payee.account_number,
          '99',
          amount.minor,
        ]),
      )
      expect(contra).toMatchObject({
        to_sort: order.payer.sort_code,
        to_account: order.payer.account_number,
        code: '17',
        reference: 'CONTRA            ',
        pence: String(order.total.minor).padStart(11, '0'),
      })
      for (const one of data)
        expect([one.from_sort, one.from_account]).toEqual([order.payer.sort_code, order.payer.account_number])
      expect(labels.UTL1).toMatchObject({
        debit: String(order.total.minor).padStart(13, '0'),
        credit: String(order.total.minor).padStart(13, '0'),
        debits: '0000001',
        credits: String(credits.length).padStart(7, '0'),
      })
      expect({ ...labels.EOF1, label: 'HDR1' }).toEqual(labels.HDR1)
      expect([labels.HDR1?.user, labels.HDR1?.user_again, labels.VOL1?.user]).toEqual([
        '123456',
        '123456',
        '123456',
      ])
      expect(labels.HDR1?.set).toBe(labels.VOL1?.serial)
      // Made on the 18th, processed on the 19th of March: days 77 and 78 of the year.
      expect([labels.HDR1?.created, labels.HDR1?.expires, labels.UHL1?.processed]).toEqual([
        ' 26077',
        ' 26078',
        ' 26078',
      ])
    }),
    { numRuns: 1000 },
  )
  expect(made).toBeGreaterThan(100)
})

test('unreadable data: refused in words', () => {
  const uk: FileAccount = {
    name: 'Uk Ltd',
    account_number: '31926819',
    sort_code: '601613',
    iban: null,
    swift_code: null,
  }
  const order: PaymentOrder = {
    batch: 'BAT000042',
    currency: currency('EUR'),
    payer: { ...uk, iban },
    payments: [{ human_id: 'PAY000001', payee: uk, amount: money(100, currency('EUR')), reference: '' }],
    processing_day: day('2026-03-19'),
    total: money(100, currency('EUR')),
    made_at: '2026-03-18T09:30:00.000Z',
    service_user_number: null,
    header: usual_header,
  }
  expect(fileFault('pain_001', order)).toBe('An IBAN is missing for Uk Ltd')
  expect(fileFault('csv', order)).toBeNull()
  const [payment] = order.payments
  if (!payment) throw new Error('no payment')
  const pounds = { ...order, currency: GBP, payments: [{ ...payment, amount: money(2_000_000_001, GBP) }] }
  expect(fileFault('bacs', pounds)).toBe(
    'BACS takes at most £20,000,000.00 at a time, PAY000001 is over it: please pay it another way',
  )
  expect(fileFault('pain_001', pounds)).toBeNull()
  const unread = { ...pounds, payments: [{ ...payment, payee: { ...uk, name: '株式会社' } }] }
  expect(fileFault('pain_001', unread)).toBe(
    'The account holder 株式会社 has no letter that banks know: please enter the name in Latin letters',
  )
})
