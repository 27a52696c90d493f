import { describe, expect, test } from 'vitest'
import { category_roles } from '#entity/roles.ts'
import { addDays, addMonths, type Day, day } from '#kernel/day.ts'
import { menuFor } from '#server/menu.server.ts'
import {
  dueDay,
  filtersAt,
  mayChangeSchedule,
  mayReadReport,
  nextReport,
  periodWords,
  report_keys,
  reportMail,
  reportOf,
  type Schedule,
  sinceLast,
} from './report-schedule.rules.ts'

const weekly = { frequency: 'weekly', weekday: 1, day_of_month: null } as const
const monthly = { frequency: 'monthly', weekday: null, day_of_month: 28 } as const
const since = day('2025-06-01')
const schedule = (change: Partial<Schedule>): Schedule => ({
  ...weekly,
  is_paused: false,
  since,
  last_sent: null,
  ...change,
})

describe('readers of a report', () => {
  test('have its page: the menu’s roles, with the feature and without', () => {
    const wrong: string[] = []
    for (const key of report_keys)
      for (const category of ['agency', 'client', 'contractor', 'funder', 'provider'] as const)
        for (const role of category_roles[category])
          for (const features of [[], ['vat_liability']]) {
            const viewer = { category, roles: [role], features, has_perm_placements: true }
            const has = menuFor(viewer).some((entry) => entry.key === reportOf(key).page)
            const says = mayReadReport(key, viewer)
            // A page of the same name that is another report: a client's own statement, the funder's summary.
            if (has !== says && !(category === 'client' && key === 'client_statements'))
              wrong.push(`${key} ${category} ${role} ${features}: menu ${has}, rules ${says}`)
          }
    expect(wrong).toEqual([])
  })

  test('only its maker or an admin changes a schedule, while they may read the report', () => {
    const row = { report: 'sales_ledger', user_id: 'a' }
    const who = (user_id: string, role: 'agency_admin' | 'agency_consultant' | 'agency_user') =>
      mayChangeSchedule(row, { user_id, category: 'agency', roles: [role], features: [] })
    expect([who('a', 'agency_consultant'), who('b', 'agency_admin')]).toEqual([true, true])
    expect([who('b', 'agency_consultant'), who('a', 'agency_user')]).toEqual([false, false])
    expect(
      mayChangeSchedule(
        { report: 'gone', user_id: 'a' },
        { user_id: 'a', category: 'agency', roles: ['agency_admin'], features: [] },
      ),
    ).toBe(false)
  })
})

describe('the days', () => {
  test.each([weekly, monthly])('covers each day once: $frequency', (plan) => {
    const told = new Map<Day, number>()
    let standing = schedule(plan)
    const sent: Day[] = []
    for (let today = since; today < '2027-06-01'; today = addDays(today, 1)) {
      const foretold = nextReport(standing, addDays(today, -1))
      const due = dueDay(standing, today)
      expect(due === today).toBe(foretold === today)
      if (due === null) continue
      const { from, to } = sinceLast(plan.frequency, due)
      for (let one = from; one <= to; one = addDays(one, 1)) told.set(one, (told.get(one) ?? 0) + 1)
      standing = { ...standing, last_sent: due }
      sent.push(due)
    }
    expect(sent.length).toBe(plan.frequency === 'weekly' ? 105 : 24)
    const [first, last] = [[...told.keys()].sort()[0], [...told.keys()].sort().at(-1)]
    let days = 0
    for (let one = day(first ?? ''); one <= (last ?? ''); one = addDays(one, 1)) days += 1
    expect([told.size, new Set(told.values())]).toEqual([days, new Set([1])])
  })

  test('one that a night has missed is made good once; a paused schedule sends nothing', () => {
    expect(dueDay(schedule({ last_sent: day('2025-06-02') }), day('2025-06-11'))).toBe('2025-06-09')
    expect(dueDay(schedule({ last_sent: day('2025-06-09') }), day('2025-06-11'))).toBe(null)
    expect(dueDay(schedule({ is_paused: true }), day('2025-06-09'))).toBe(null)
    expect(nextReport(schedule({ is_paused: true }), day('2025-06-09'))).toBe(null)
    // Nothing for the past.
    expect(dueDay(schedule({ since: day('2025-06-10') }), day('2025-06-11'))).toBe(null)
    expect(addMonths(day('2025-03-28'), -1)).toBe('2025-02-28')
  })

  test('replace the filter’s days, or leave them', () => {
    const filter_by = {
      post_date: { from: 'today-7', to: 'today' },
      'currency.alpha_code': { contains: 'GBP' },
    }
    const report = reportOf('contractor_payments')
    const at = (period: 'since_last' | 'as_filtered') =>
      filtersAt(report, { filter_by }, { period, frequency: 'weekly' }, day('2025-06-09'))
    expect(at('as_filtered')).toEqual(filter_by)
    expect(at('since_last')).toEqual({ ...filter_by, post_date: { from: '2025-06-02', to: '2025-06-08' } })
    // What is as of a day has no days.
    expect(
      filtersAt(
        reportOf('sales_ledger'),
        { filter_by },
        { period: 'since_last', frequency: 'weekly' },
        day('2025-06-09'),
      ),
    ).toEqual(filter_by)
  })

  test('are described in words', () => {
    const [from, to, on] = [day('2025-06-02'), day('2025-06-08'), day('2025-06-09')]
    const said = (
      range: { from: Day | null; to: Day | null },
      key: 'commission' | 'sales_ledger' = 'commission',
    ) => periodWords(reportOf(key), range, on)
    expect(said({ from, to })).toBe('02/06/2025 to 08/06/2025')
    expect(said({ from, to: null })).toBe('from 02/06/2025')
    expect(said({ from: null, to })).toBe('until 08/06/2025')
    expect(said({ from, to }, 'sales_ledger')).toBe('as of 09/06/2025')
  })
})

test('the mail names the report, its period, its size and its reason', () => {
  const mail = (rows: number, waits: string | null, page_url: string | null) =>
    reportMail({
      mailing: {
        schedule_id: 's',
        report: 'commission',
        due: '2025-06-09',
        covers: '02/06/2025 to 08/06/2025',
        schedule: 'Every Monday',
        set_by: 'Robin Reader',
      },
      title: 'Commission',
      business: 'Alpha',
      format: 'excel',
      rows,
      waits,
      page_url,
    })
  expect(mail(12, null, 'https://x/agency/report/commission')).toEqual({
    subject: 'Commission, 02/06/2025 to 08/06/2025',
    body_text:
      'Hello,\n\nCommission for Alpha: 02/06/2025 to 08/06/2025.\n12 rows, attached as Excel.\n\n' +
      'Every Monday, set up by Robin Reader. Change or stop it on the page of the report: https://x/agency/report/commission.',
  })
  expect(mail(0, null, null).body_text).toContain('The report has no rows, so no file is attached.')
  expect(mail(1, 'It waits.', null).body_text).toContain('1 row. It waits.')
})
