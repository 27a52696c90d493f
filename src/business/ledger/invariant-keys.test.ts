import { expect, test } from 'vitest'
import { keysQuery, tablesOf } from './invariant-keys.server.ts'
import { invariants } from './invariants.server.ts'

/** Tables that checks of changes read, although a change of them alone breaks nothing. */
const beside: Readonly<Record<string, string>> = {
  'business.business': 'the first day of the books moves while they are empty',
  'business.bank_account': 'an account is replaced, never changed',
  'ledger.account': 'an account never changes its kind',
  'log.audit': 'an audit row comes with the change that it tells of',
  'transaction.timesheet_evidence': 'a function over tables that lead to the timesheet',
}
const besideOf: Readonly<Record<string, readonly string[]>> = {
  // Named in a report only.
  'fact L6': ['transaction.invoice'],
  'set I17': ['transaction.timesheet'],
  // Facts stay: nobody may delete them.
  'entry L6': [
    'transaction.collection_note',
    'transaction.credit_allocation',
    'transaction.invoice',
    'transaction.invoice_set',
    'transaction.payment_receipt_detail',
    'transaction.payment_receipt_summary',
    'transaction.recourse_entry',
    'transaction.refund',
    'transaction.payslip',
    'transaction.tax_month',
    'transaction.overpayment',
    'transaction.year_correction',
    'transaction.holiday_movement',
  ],
}

const tables = /\b(?:from|join) \(?((?:transaction|ledger|payment|business|contract|platform|log)\.[a-z_]+)/g

test('checks of changes: each table that a check reads leads to the records that it judges', () => {
  const missing = invariants.flatMap(({ id, changed }) => {
    if (!changed || changed.of === 'row') return []
    const known = [...tablesOf(changed.of), ...(besideOf[`${changed.of} ${id}`] ?? [])]
    const read = [...changed.sql.matchAll(tables)].map(([, name = '']) => name)
    expect(read.length, changed.sql).toBeGreaterThan(0)
    return read
      .filter((name) => !known.includes(name) && !(name in beside))
      .map((name) => `${id} of each ${changed.of}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('checks of changes: a record named twice is judged once, one that is not named never', () => {
  expect(keysQuery('expense', new Map([['ledger.posting', ['a']]]))).toBeNull()
  const query = keysQuery(
    'expense',
    new Map([
      ['transaction.expense', ['a']],
      ['transaction.expense_detail', ['b', 'c']],
    ]),
  )
  expect(query?.params).toEqual([['a'], ['b', 'c']])
  expect(query?.sql).toContain('array_agg(distinct k.id)')
  expect(query?.sql).toContain('$2::uuid[]')
})
