/** What is due in payroll, through a week: work that waits, its run, the return, payments, and what a leaver is given. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act, seedAgency } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, ...steps } = await payRunsOn(database)

type Due = { rows: { due: string | null; what: string; path: string; id: string | null; employer: string }[] }
const due = async (by: Viewer = provider.operations) =>
  (await act<Due>(world, by, 'transaction.payroll.due', {})).rows
const told = async () => (await due()).map(({ due, what }) => [due, what])

test('a week of payroll: each step is due until it is done', async () => {
  const { placement, employment_id } = await steps.employed({ born: '2004-07-01', letter: 'M' })
  await steps.week(placement, weeks.first)
  const letter = ['2025-07-01', expect.stringMatching(/: NI letter A from 01\/07\/2025, not M$/)]
  world.clock.set(instant('2025-06-16T09:00:00.000Z'))
  // Employed on 5 June, and paid after it.
  const summary = ['2025-06-19', 'Employer Payment Summary of tax month 2: nobody was paid']
  expect(await told()).toEqual([summary, letter, [null, '1 approved timesheet is in no pay run']])

  const { id, human_id } = await steps.open('2025-06-20')
  expect(await told()).toEqual([summary, ['2025-06-20', `Pay run ${human_id} is open`], letter])
  await steps.calculate(id)
  await steps.answerAll(id)
  await steps.approve(id, (await steps.check(id)).content_hash)
  const [, first, second, ...more] = await due()
  expect([first, second]).toMatchObject([
    { due: '2025-06-20', what: `Full Payment Submission of pay run ${human_id}`, path: 'paye/pay_run', id },
    { due: '2025-06-20', what: expect.stringMatching(/^Net pay: £/), path: 'paye/payroll_payment' },
  ])
  expect(more.map(({ what }) => what)).toEqual([letter[1]])

  await act(world, agency.admin, 'business.employment.leave', { id: employment_id, leave_date: '2025-06-20' })
  world.clock.set(instant('2025-07-10T09:00:00.000Z'))
  const later = await due()
  // The letter of a worker who left changes no more.
  expect(later.map(({ due: on, what }) => [on, what.split(':')[0]?.replace(/ of .*/, '')])).toEqual([
    ['2025-06-20', 'Full Payment Submission'],
    ['2025-06-20', 'Net pay'],
    ['2025-06-20', 'P45'],
    ['2025-07-19', 'Employer Payment Summary'],
  ])
  expect(later.at(-1)?.what).toBe('Employer Payment Summary of tax month 3: levy to date')
})

test('what is due: an agency sees its own employers, and another agency nothing of them', async () => {
  expect((await due(agency.admin)).map(({ what }) => what)).toEqual((await due()).map(({ what }) => what))
  const other = await seedAgency(world, provider)
  expect(await due(other.admin)).toEqual([])
})
