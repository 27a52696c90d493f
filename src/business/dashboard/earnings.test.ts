import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { earning_measures, earningPeriods } from './earnings.rules.ts'

const today = day('2026-11-21') // A Saturday.
const ends = (period: Parameters<typeof earningPeriods>[0]) =>
  earningPeriods(period, today).map(({ from, to, label, short }) => [from, to, label, short])

describe('periods of earnings, the last one up to today', () => {
  test('eight weeks from Monday', () => {
    const weeks = ends('week')
    expect(weeks).toHaveLength(8)
    expect(weeks[0]).toEqual(['2026-09-28', '2026-10-04', 'Week to 04 Oct 2026', '04 Oct'])
    expect(weeks.at(-1)).toEqual(['2026-11-16', '2026-11-21', 'Week to 22 Nov 2026', '22 Nov'])
  })
  test('six months', () => {
    expect(ends('month')[0]).toEqual(['2026-06-01', '2026-06-30', 'Jun 2026', 'Jun'])
    expect(ends('month').at(-1)).toEqual(['2026-11-01', '2026-11-21', 'Nov 2026', 'Nov'])
  })
  test('four quarters of the calendar', () => {
    expect(ends('quarter').map(([, , label]) => label)).toEqual([
      'Jan to Mar 2026',
      'Apr to Jun 2026',
      'Jul to Sep 2026',
      'Oct to Dec 2026',
    ])
    expect(ends('quarter').at(-1)?.[1]).toBe('2026-11-21')
  })
})

test('a margin is the share of the turnover that is earned, and nothing where there is none', () => {
  const sums = { client_gross: 1_200_00, sale_gross: 1_200_00, agency_gross: 240_00, agency_net: 200_00 }
  const figures = (of: typeof sums) =>
    Object.fromEntries(earning_measures.map((one) => [one.value, one.of(of)]))
  expect(figures(sums)).toEqual({
    net_earnings: 200_00,
    gross_earnings: 240_00,
    net_margin: 200 / 1200,
    gross_margin: 0.2,
    gross_turnover: 1_200_00,
  })
  expect(figures({ client_gross: 0, sale_gross: 0, agency_gross: 0, agency_net: 0 }).gross_margin).toBe(0)
})
