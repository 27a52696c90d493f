import { describe, expect, test } from 'vitest'
import { type Category, ROLES, type Role } from '#entity/access.ts'
import { menuFor } from './menu.server.ts'

const keys = (category: Category, roles: Role[], features: string[] = [], has_perm_placements = false) =>
  menuFor({ category, roles, features, has_perm_placements })
    .filter((entry) => entry.group !== 'more')
    .map((entry) => entry.key)

/** List areas that no menu of spec §2 names. */
const more = (category: Category, roles: Role[]) =>
  menuFor({ category, roles, features: [], has_perm_placements: false })
    .filter((entry) => entry.group === 'more')
    .map((entry) => entry.key)

describe('the menu of spec §2, in its order', () => {
  test('of an agency admin with every feature', () => {
    expect(keys('agency', ['agency_admin'], ['perm_placement', 'vat_liability'])).toEqual([
      'business/client',
      'business/contractor',
      'contract/temp_placement',
      'contract/perm_placement',
      'transaction/timesheet',
      'transaction/expense',
      'transaction/invoice',
      'transaction/consolidated_invoice',
      'transaction/receipts',
      'insight',
      'report/accounting_finance_export',
      'report/commission',
      'report/sales_ledger',
      'report/client_statement',
      'report/vat_liability',
      'report/intermediary',
      'paye/agency_earnings_report',
      'paye/payslip',
      'admin',
      'integrations',
    ])
  })

  test('invoice contact: has the whole client area', () => {
    expect(keys('client', ['invoice_contact'])).toEqual([
      'business/contractor',
      'contract/temp_placement',
      'contract/perm_placement',
      'transaction/timesheet',
      'transaction/expense',
      'transaction/invoice',
      'support',
    ])
  })

  test('of a contractor', () => {
    expect(keys('contractor', ['contractor'])).toEqual([
      'business/limited',
      'business/umbrella',
      'contract/temp_placement',
      'transaction/timesheet',
      'transaction/invoice',
      'paye/payslip',
      'transaction/expense',
    ])
  })

  test('of a funder', () => {
    expect(keys('funder', ['funder_analyst'])).toEqual([
      'contract/temp_placement',
      'contract/perm_placement',
      'contract/purchase_ledger',
      'contract/sales_invoice',
      'transaction/timesheet',
      'transaction/expense',
      'transaction/invoice',
      'transaction/receipt',
      'report/agency_sales_ledger_summary',
      // Beyond spec §2 (docs/gaps.md).
      'report/funding_portfolio',
      'report/funding_debt',
    ])
  })
})

const restricted = [
  'insight',
  'report/accounting_finance_export',
  'report/commission',
  'report/sales_ledger',
  'report/client_statement',
  'report/vat_liability',
  'report/intermediary',
  'paye/payslip',
  'admin',
  'integrations',
] as const

describe('by role (spec §6)', () => {
  test.each([
    ['agency_admin', restricted],
    [
      'agency_read_only',
      [
        'report/accounting_finance_export',
        'report/commission',
        'report/sales_ledger',
        'report/client_statement',
        'report/intermediary',
        'paye/payslip',
      ],
    ],
    ['agency_consultant', ['report/sales_ledger']],
    ['primary_staff_user', ['paye/payslip']],
    ['agency_relationship_manager', []],
    ['agency_user', []],
  ] as const)('%s gets %j of what is restricted', (role, gets) => {
    const found = keys('agency', [role], ['vat_liability'])
    expect(restricted.filter((key) => found.includes(key))).toEqual(gets)
  })

  test('a timesheet approver sees work, neither placements nor invoices', () => {
    expect(keys('client', ['timesheet_approver'])).toEqual([
      'transaction/timesheet',
      'transaction/expense',
      'support',
    ])
  })

  test('a hiring manager sees people and placements, neither work nor invoices', () => {
    expect(keys('client', ['hiring_manager'])).toEqual([
      'business/contractor',
      'contract/temp_placement',
      'contract/perm_placement',
      'support',
    ])
  })

  test('two roles: get the entries of either', () => {
    expect(keys('client', ['hiring_manager', 'timesheet_approver'])).toContain('transaction/timesheet')
  })

  test('a client without a role of its own gets nothing', () => {
    expect(keys('client', [])).toEqual([])
  })
})

describe('by feature', () => {
  test('permanent placements show with the feature, or where there are some already', () => {
    const perm = 'contract/perm_placement'
    expect(keys('agency', ['agency_user'])).not.toContain(perm)
    expect(keys('agency', ['agency_user'], ['perm_placement'])).toContain(perm)
    expect(keys('agency', ['agency_user'], [], true)).toContain(perm)
  })

  test('VAT liability needs its feature and the admin', () => {
    expect(keys('agency', ['agency_admin'])).not.toContain('report/vat_liability')
    expect(keys('agency', ['agency_read_only'], ['vat_liability'])).not.toContain('report/vat_liability')
  })
})

describe('list areas beside the menu', () => {
  test('of a funder: ad-hoc fees, clients and all timesheets (spec §2)', () => {
    expect(more('funder', ['funder_analyst'])).toEqual(
      expect.arrayContaining(['contract/adhoc_fee', 'business/client', 'transaction/all_timesheet']),
    )
  })

  test('earnings and fees: for commission roles; integrations: for the admin', () => {
    const of_commission = ['contract/adhoc_fee', 'transaction/fee', 'report/top_clients']
    expect(more('agency', ['agency_read_only'])).toEqual(expect.arrayContaining(of_commission))
    expect(more('agency', ['agency_user']).filter((key) => of_commission.includes(key))).toEqual([])
    const settings = (role: Role) => more('agency', [role]).filter((key) => key.startsWith('integrations/'))
    expect(settings('agency_admin')).toHaveLength(5)
    expect(settings('agency_read_only')).toEqual([])
  })

  test('of a hiring manager: no documents', () => {
    expect(more('client', ['hiring_manager'])).not.toContain('transaction/consolidated_invoice')
  })
})

test("every entry leads into its viewer's own area", () => {
  for (const category of ['agency', 'client', 'contractor', 'funder', 'provider'] as const) {
    const menu = menuFor({ category, roles: ROLES, features: [], has_perm_placements: true })
    expect(menu.length).toBeGreaterThan(5)
    expect(new Set(menu.map((entry) => entry.key)).size).toBe(menu.length)
    for (const { path, key } of menu) expect(path).toBe(`/${category}/${key}`)
  }
})
