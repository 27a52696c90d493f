/** A PAYE scheme ends after its runs and employments; nobody is paid under it any more, and HMRC is told. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, paye_scheme_id: id, sql, ...steps } = await payRunsOn(database)

const end = (ended_on: string, by: Viewer = agency.admin) =>
  act(world, by, 'business.paye_scheme.end', { id, ended_on })
const undo = (by: Viewer = provider.operations) =>
  act(world, by, 'business.paye_scheme.undo_end', { id, reason: 'A worker came back' })
const summary = (is_final: boolean) =>
  act<{ human_id: string }>(world, provider.operations, 'transaction.rti_submission.build_eps', {
    ...{ paye_scheme_id: id, tax_year: '2025-26', tax_month: 2, no_payment: true, is_final },
  })
const content = async () =>
  (await sql<{ content: string }>('select content from transaction.rti_submission'))[0]?.content

test('PAYE scheme: the end waits for runs and workers, refuses pay after it, is told to HMRC, and is undone before that', async () => {
  const { placement, employment_id } = await steps.employed()
  await steps.week(placement, weeks.first)
  const run = await steps.open('2025-06-20')
  expect(await messageOf(end('2025-06-15'))).toBe(
    `Pay run ${run.human_id} is open: pay or cancel it before the PAYE scheme ends`,
  )
  await act(world, provider.operations, 'transaction.pay_run.cancel', { id: run.id, reason: 'Only tried' })
  expect(await messageOf(end('2025-06-15'))).toBe(
    '1 employment goes on after 15/06/2025: enter the last days first',
  )
  const leave = (leave_date: string) =>
    act(world, agency.admin, 'business.employment.leave', { id: employment_id, leave_date })
  await leave('2025-06-13')
  expect((await refusalOf(end('2025-06-16'))).errors).toEqual({ ended_on: 'Should be before 16/06/2025' })
  expect(await messageOf(end('2025-06-15', client.approver))).toBe(errorText.not_allowed)
  await end('2025-06-15')

  const ended = 'PAYE scheme 123/AB45678 ended on 15/06/2025'
  expect((await refusalOf(steps.open('2025-06-20'))).errors).toEqual({ paye_scheme_id: ended })
  expect((await refusalOf(steps.employed())).errors).toEqual({ paye_scheme_id: ended })
  expect((await refusalOf(leave('2025-06-16'))).errors).toEqual({ leave_date: ended })
  const source = { id, source: 'bureau' }
  expect(await messageOf(act(world, provider.admin, 'business.paye_scheme.set_source', source))).toBe(ended)

  const told = await summary(true)
  expect(await content()).toContain(
    '<FinalSubmission><BecauseSchemeCeased>yes</BecauseSchemeCeased><DateSchemeCeased>2025-06-15</DateSchemeCeased></FinalSubmission>',
  )
  for (const refused of [undo, () => end('2025-06-14')])
    expect(await messageOf(refused())).toBe(
      `Return ${told.human_id} says that the PAYE scheme ended: build it again without “Last return” first`,
    )
  await summary(false)
  expect(await content()).not.toContain('FinalSubmission')
  await end('2025-06-14')
  await undo()
  expect(await messageOf(undo())).toBe('PAYE scheme 123/AB45678 has not ended')
  await steps.open('2025-06-20')
})
