import { describe, expect, test } from 'vitest'
import { payroll_facts } from './payroll-fact-shapes.rules.ts'
import { RowKeys } from './row-keys.rules.ts'

const scheme = 'employment.paye_scheme.employer_reference'
const code = (reference: string, payroll_id: string, effective_from?: string) => ({
  [scheme]: reference,
  'employment.payroll_id': payroll_id,
  ...(effective_from === undefined ? {} : { effective_from }),
})

/** The marks of a file's rows, which begin below the headers. */
const marks = (key: ConstructorParameters<typeof RowKeys>[0], rows: readonly Record<string, string>[]) => {
  const keys = new RowKeys(key)
  return rows.flatMap((values, at) =>
    keys
      .marksOf({ id: `id${at + 2}`, no: at + 2 }, values)
      .map(({ id, field, message }) => [id, field, message]),
  )
}

describe('rows of one employment and day', () => {
  const { key } = payroll_facts.tax_codes

  test('both are marked, each with the other row; a third names the first', () => {
    expect(
      marks(key, [
        code('123/AB45678', 'W1', '2025-06-16'),
        code('123/AB45678', 'W2', '2025-06-16'),
        code('123/ab 45678', 'W1', '2025-06-16'),
        code('123/AB45678', 'W1', '2025-06-16'),
      ]),
    ).toEqual([
      ['id4', 'effective_from', 'Row 2 has the same employment and day'],
      ['id2', 'effective_from', 'Row 4 has the same employment and day'],
      ['id5', 'effective_from', 'Row 2 has the same employment and day'],
    ])
  })

  test('another day, scheme or payroll id, also by its case, is another key; a row without its day has none', () => {
    expect(
      marks(key, [
        code('123/AB45678', 'W1', '2025-06-16'),
        code('123/AB45678', 'W1', '2025-06-17'),
        code('124/AB45678', 'W1', '2025-06-16'),
        code('123/AB45678', 'w1', '2025-06-16'),
        code('123/AB45678', 'W1'),
        code('123/AB45678', 'W1'),
      ]),
    ).toEqual([])
  })
})

test('a loan is told apart by its plan, an order by authority and reference', () => {
  const loan = (plan: string) => ({ ...code('1/A', 'W1', '2025-06-16'), plan })
  expect(
    marks(payroll_facts.student_loans.key, [loan('plan_2'), loan('postgraduate'), loan('plan_2')]),
  ).toEqual([
    ['id4', 'plan', 'Row 2 has the same employment and plan'],
    ['id2', 'plan', 'Row 4 has the same employment and plan'],
  ])
  const order = (authority: string, reference: string) => ({ ...code('1/A', 'W1'), authority, reference })
  expect(
    marks(payroll_facts.attachment_orders.key, [
      order('DWP', 'D1'),
      order('DWP', 'D2'),
      order('Court', 'D1'),
      order('DWP', 'D1'),
    ]),
  ).toEqual([
    ['id5', 'reference', 'Row 2 has the same employment, authority and reference'],
    ['id2', 'reference', 'Row 5 has the same employment, authority and reference'],
  ])
})

test('a file without a key marks nothing', () => {
  expect(marks(undefined, [{ name: 'Ash' }, { name: 'Ash' }])).toEqual([])
})
