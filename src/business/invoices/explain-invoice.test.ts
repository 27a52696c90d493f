import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayMoney, GBP, type Money, money, parseMoney, sub, zero } from '#kernel/money.ts'
import { raiseInputs } from '#test/money/raise-arbitrary.ts'
import { sample_week } from '#test/money/raise-sample.ts'
import { isTrue } from '#test/money/recompute.ts'
import { type ExplainedInvoice, explainInvoice, explainLine } from './explain-invoice.rules.ts'
import { raiseRefusal, raiseSet } from './raise.rules.ts'
import type { RaisedDocument, RaisedSet } from './raised-set.rules.ts'

const pounds = (text: string) => parseMoney(text, GBP)

/** A raised document as a reader sees it, with some of it paid. */
function seen(
  document: RaisedDocument,
  set: RaisedSet,
  paid = zero(document.amount.currency),
): ExplainedInvoice & { paid_amount: Money; outstanding_balance: Money } {
  return {
    ...document,
    raised_date: set.raised_date,
    paid_amount: paid,
    outstanding_balance: sub(document.total_amount, paid),
    lines: document.lines.map((line) => ({ ...line, what: line.description })),
    cash: paid.minor === 0 ? [] : [{ what: 'RCT000001', amount: paid, is_reversed: false }],
    set: set.documents.map((one) => ({ type: one.type, what: one.type, total_amount: one.total_amount })),
    disallowed: null,
  }
}

const set = raiseSet(sample_week)
const of = (type: string) => {
  const found = set.documents.find((one) => one.type === type)
  if (!found) throw new Error(`the sample has no ${type}`)
  return found
}

describe('explained figures', () => {
  test('explain lines, VAT, total and the outstanding amount', () => {
    const why = explainInvoice(seen(of('provider-client'), set, pounds('125.00')))
    expect(why).toMatchInlineSnapshot(`
      {
        "amount": [
          "Standard: 37.5 × £25.00 = £937.50",
          "Each line is rounded once, half a penny up; sums are of rounded lines.",
          "£937.50 (Standard) = £937.50",
        ],
        "due_date": [
          "Raised 09/03/2026, and 30 days to pay: 08/04/2026.",
        ],
        "outstanding_balance": [
          "£1,125.00 (total) − £125.00 (paid) = £1,000.00",
        ],
        "paid_amount": [
          "£125.00 (RCT000001) = £125.00",
        ],
        "tax_amount": [
          "Standard: 20.00% of £937.50 = £187.50",
          "VAT is worked out line by line and added up.",
          "£187.50 (Standard) = £187.50",
        ],
        "total_amount": [
          "£937.50 (net) + £187.50 (VAT) = £1,125.00",
        ],
      }
    `)
  })

  test('explain the agency’s earnings as the rest of its sale', () => {
    const [first] = explainInvoice(seen(of('agency_earnings'), set)).amount
    expect(first).toMatchInlineSnapshot(
      `"£1,125.00 (agency-provider) − £900.00 (contractor-agency) − £33.76 (provider-agency) = £191.24"`,
    )
  })

  test('mention reversed cash without counting it, and mention credit', () => {
    const document = of('provider-client')
    const paid = pounds('100.00')
    const why = explainInvoice({
      ...seen(document, set, paid),
      cash: [
        { what: 'RCT000001', amount: paid, is_reversed: false },
        { what: 'RCT000002', amount: pounds('40.00'), is_reversed: true },
      ],
      outstanding_balance: sub(sub(document.total_amount, paid), pounds('10.00')),
      disallowed: { reason: 'Age disapproval', amount: pounds('5.00') },
    })
    expect(why.paid_amount).toEqual(['1 taken back and no longer counted.', '£100.00 (RCT000001) = £100.00'])
    expect(why.outstanding_balance[0]).toContain('− £10.00 (credit) =')
    expect(why.outstanding_balance[1]).toBe('£5.00 of it is not funded: Age disapproval.')
    expect(isTrue(why.outstanding_balance[0] ?? '')).toBe(true)
  })

  test('withhold figures of a partly settled sale from readers without its parts', () => {
    const untold = { paid_amount: null, outstanding_balance: null, cash: [] }
    const why = explainInvoice({ ...seen(of('agency-provider'), set), ...untold })
    expect(why.paid_amount).toEqual(why.outstanding_balance)
    expect(why.paid_amount.join()).toMatch(/^An agency’s sale is settled part by part[^£]+$/)
    expect(why.total_amount).toEqual(['£937.50 (net) + £187.50 (VAT) = £1,125.00'])
  })
})

test('recompute from every sentence of every document, and end with their figure', () => {
  fc.assert(
    fc.property(raiseInputs, fc.nat(10_000), (input, share) => {
      fc.pre(raiseRefusal(input) === null)
      const raised = raiseSet(input)
      for (const document of raised.documents) {
        const part = Math.trunc((document.total_amount.minor * share) / 10_000)
        const one = seen(document, raised, money(part, document.amount.currency))
        const why = explainInvoice(one)
        for (const figure of [
          'amount',
          'tax_amount',
          'total_amount',
          'paid_amount',
          'outstanding_balance',
        ] as const) {
          for (const sentence of why[figure])
            expect([sentence, isTrue(sentence) ?? true]).toEqual([sentence, true])
          const last = why[figure].at(-1) ?? ''
          if (last.includes(' = ')) expect(last.endsWith(` = ${displayMoney(one[figure])}`)).toBe(true)
        }
        for (const [place, line] of document.lines.entries()) {
          const said = explainLine(one.lines[place] ?? { ...line, what: line.description })
          for (const sentence of said) expect([sentence, isTrue(sentence) ?? true]).toEqual([sentence, true])
          expect(said[2]).toContain(` = ${displayMoney(line.total_amount)}`)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('the reader of the sentences finds a penny that is wrong', () => {
  expect(isTrue('Standard: 37.5 × £20.00 = £750.00')).toBe(true)
  expect(isTrue('Standard: 37.5 × £20.00 = £750.01')).toBe(false)
  expect(isTrue('Standard: 20.00% of £0.13 = £0.03')).toBe(true)
  expect(isTrue('Standard: 20.00% of £0.13 = £0.02')).toBe(false)
  expect(isTrue('£1,000.00 (total) − £0.01 (paid) = £999.99')).toBe(true)
  expect(isTrue('£1,000.00 (total) − £0.01 (paid) = £1,000.00')).toBe(false)
  expect(isTrue('Raised 02/06/2025, and 30 days to pay: 02/07/2025.')).toBe(null)
})
