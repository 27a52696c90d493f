import { describe, expect, it } from 'vitest'
import { parsePlace, pathOf, placeAfterSignIn, refreshed, titleOf } from './place.ts'

const id = '0190a1b2-0000-7000-8000-000000000001'

describe('addresses', () => {
  it.each([
    ['/agency', { category: 'agency', path: 'dashboard', id: null, tab: null }],
    ['/agency/dashboard', { category: 'agency', path: 'dashboard', id: null, tab: null }],
    ['/agency/transaction/invoice', { category: 'agency', path: 'transaction/invoice', id: null, tab: null }],
    [
      '/agency/transaction/invoice/draft',
      { category: 'agency', path: 'transaction/invoice', id: null, tab: 'draft' },
    ],
    [
      `/client/transaction/timesheet/${id}`,
      { category: 'client', path: 'transaction/timesheet', id, tab: null },
    ],
    [
      `/agency/business/client/${id}/invoices`,
      { category: 'agency', path: 'business/client', id, tab: 'invoices' },
    ],
    [
      `/agency/transaction/invoice/refresh-1763700000000`,
      { category: 'agency', path: 'transaction/invoice', id: null, tab: null },
    ],
    [
      `/agency/transaction/invoice/${id.toUpperCase()}`,
      { category: 'agency', path: 'transaction/invoice', id, tab: null },
    ],
    ['/stranger/transaction/invoice', null],
    ['/agency/a/b/c/d', null],
    [`/agency/a/b/${id}/d/e`, null],
    ['/%E0%A4%A', null],
  ])('%s', (pathname, place) => {
    expect(parsePlace(pathname)).toEqual(place)
  })

  it('reads its own addresses', () => {
    for (const place of [
      { category: 'agency', path: 'dashboard', id: null, tab: null },
      { category: 'funder', path: 'report/agency_sales_ledger_summary', id: null, tab: null },
      { category: 'agency', path: 'business/client', id, tab: 'temp_placements' },
    ] as const)
      expect(parsePlace(pathOf(place))).toEqual(place)
  })

  it('marks an address for refreshing, once', () => {
    const once = refreshed('/agency/transaction/invoice', 1_763_700_000_000)
    expect(once).toBe('/agency/transaction/invoice/refresh-1763700000000')
    expect(refreshed(once, 1_763_700_000_001)).toBe('/agency/transaction/invoice/refresh-1763700000001')
    expect(titleOf(once)).toBe(titleOf('/agency/transaction/invoice'))
  })

  it('titles the tab from the path', () => {
    expect(titleOf('/agency/transaction/consolidated_invoice')).toBe(
      'Consolidated Invoice – Transaction – Stint',
    )
    expect(titleOf(`/agency/transaction/timesheet/${id}/invoices`)).toBe(
      'Invoices – Timesheet – Transaction – Stint',
    )
    expect(titleOf(`/agency/transaction/timesheet/${id}`, 'TMS000123')).toBe(
      'TMS000123 – Timesheet – Transaction – Stint',
    )
    expect(titleOf('/auth/login')).toBe('Stint')
  })

  it.each([
    ['/agency/transaction/timesheet?filter_by={}', '/agency/transaction/timesheet?filter_by={}'],
    ['/join/abc', '/join/abc'],
    ['/client/transaction/timesheet', '/agency/dashboard'],
    ['/provider/dashboard?a=b', '/agency/dashboard'],
    ['/auth/login', '/agency/dashboard'],
    ['//example.test/agency', '/agency/dashboard'],
    ['/\\example.test', '/agency/dashboard'],
    ['', '/agency/dashboard'],
  ])('after a sign-in as an agency, %s leads to %s', (next, place) => {
    expect(placeAfterSignIn(next, 'agency')).toBe(place)
  })
})
