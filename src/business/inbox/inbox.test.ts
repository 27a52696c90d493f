import { expect, it } from 'vitest'
import { day } from '#kernel/day.ts'
import type { Verdict } from '#kernel/refusal.ts'
import { kind_names, notification_kinds } from '../platform/notification-kinds.rules.ts'
import { can, type InboxRow, nextMonday, snoozedUntil } from './inbox.rules.ts'

const row = (kind: string, state: InboxRow['status'] = 'open', of: InboxRow['class'] = 'task'): InboxRow => ({
  kind,
  status: state,
  class: of,
})
const asker = { category: 'client', roles: [] } as const
const says = (verdict: Verdict) => (verdict === true ? true : verdict.message)

it.each([
  ['done', row('timesheet_to_approve'), 'This task ends with its record'],
  ['done', row('placement_ends'), true],
  ['done', row('work_paid', 'open', 'notice'), true],
  ['done', row('work_paid', 'snoozed', 'notice'), true],
  ['done', row('work_paid', 'done', 'notice'), 'This is done already'],
  ['reopen', row('work_paid', 'done', 'notice'), true],
  ['reopen', row('work_paid', 'open', 'notice'), 'This is open already'],
  ['reopen', row('timesheet_to_approve', 'done'), 'This task ended with its record'],
  ['snooze', row('timesheet_to_approve'), true],
  ['snooze', row('timesheet_to_approve', 'done'), 'This is done already'],
  ['assign', row('timesheet_to_approve'), true],
  ['assign', row('work_paid', 'open', 'notice'), 'A notice is not a task'],
  ['assign', row('job_problems'), 'This task stays with the person who began it'],
] as const)('inbox: %s of %j: %j', (step, of, wanted) => {
  expect(says(can[step](of, asker))).toBe(wanted)
})

it.each([
  ['2026-11-23', '2026-11-24', '2026-11-24T08:00:00.000Z'],
  ['2026-07-01', '2026-07-02', '2026-07-02T07:00:00.000Z'],
  ['2026-11-23', '2026-12-23', '2026-12-23T08:00:00.000Z'],
  ['2026-11-23', '2026-12-24', null],
  ['2026-11-23', '2026-11-23', null],
  ['2026-11-23', '2026-11-22', null],
])('snooze: on %s until %s is %j, 08:00 in London', (today, until, wanted) => {
  expect(snoozedUntil(day(until), day(today))).toBe(wanted)
})

it.each([
  ['2026-11-23', '2026-11-30'],
  ['2026-11-29', '2026-11-30'],
  ['2026-11-25', '2026-11-30'],
])('snooze: the Monday after %s is %s', (today, wanted) => {
  expect(nextMonday(day(today))).toBe(wanted)
})

it('kinds: a security notice is mailed at once, and a task is never one', () => {
  for (const kind of kind_names) {
    const facts: { class: string; mail: string; is_security?: true } = notification_kinds[kind]
    if (facts.is_security) expect([facts.class, facts.mail]).toEqual(['notice', 'now'])
  }
})
