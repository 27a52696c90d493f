/** Payslips of a run that was opened again are kept, and hinder nothing. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { seedPayePlacement } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import { act, seedContact } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const other_approver = await seedContact(world, provider.admin, provider.id, 'Ada', 'provider_approver')

const operate = <T = unknown>(verb: string, input: object, by = provider.operations) =>
  act<T>(world, by, verb, input)
const manage = <T = unknown>(verb: string, input: object) => operate<T>(verb, input, agency.admin)

async function takenOver() {
  const placement = await seedPayePlacement(world, { agency, client })
  await database.app.query(
    `update business.individual set date_of_birth = '1990-05-01'
     where id = (select individual_id from business.business where id = $1)`,
    [placement.contractor.id],
  )
  const { id } = await manage<{ id: string }>('business.employment.take_over', {
    ...{ contractor_id: placement.contractor.id, paye_scheme_id, payroll_id: 'T1', start_date: '2024-09-02' },
    ...{ pay_frequency: 'week', last_pay_day: '2025-05-30', source: 'Other payroll, P11' },
    ...{ tax_code: '1257L', gross_pay: '3000.00', taxable_pay: '3000.00', income_tax: '213.40' },
    ...{ ni_letter: 'A', ni_earnings: '3000.00', at_lel: '1000.00', lel_to_pt: '936.00' },
    ...{ pt_to_uel: '1064.00', employee_ni: '85.12', employer_ni: '300.00' },
  })
  return { id, placement }
}

test('withdrawn payslips: hinder no change of frequency, no undone takeover and no approver', async () => {
  const [taken, paid, kept] = [await takenOver(), await steps.employed(), await steps.employed()]
  for (const { placement } of [taken, paid, kept]) await steps.week(placement, weeks.first)
  const run = await steps.open('2025-06-20')
  await steps.calculate(run.id)
  const change = (pay_frequency: string) =>
    manage('business.employment.change', { id: paid.employment_id, pay_frequency })
  const undo = () =>
    manage('business.employment.undo_takeover', { id: taken.id, reason: 'Another scheme pays them' })
  expect(await messageOf(undo())).toContain(run.human_id)
  await expect(change('month')).rejects.toThrow()

  await steps.answerAll(run.id)
  await steps.approve(run.id, (await steps.check(run.id)).content_hash)
  const reason = 'The tax code was that of another worker'
  await operate('transaction.pay_run.reopen', { id: run.id, reason }, provider.approver)
  await change('month')
  await undo()

  // The approver was paid by a withdrawn payslip, and is no more.
  await sql(
    'update business.business_contact set user_id = $2 where business_id = $1',
    paid.contractor_id,
    other_approver.user_id,
  )
  expect(await steps.calculate(run.id)).toMatchObject({ payslips: 1, stops: 0 })
  await steps.answerAll(run.id)
  // A task that is done opens again at a later time alone.
  world.clock.set(instant('2025-06-20T09:00:00.000Z'))
  const { content_hash } = await steps.check(run.id)
  expect(
    await sql(
      `select count(*)::int as tasks from log.notification_log where kind = 'pay_run_to_approve' and state <> 'done'
         and business_contact_id = $1`,
      other_approver.business_contact_id,
    ),
  ).toEqual([{ tasks: 1 }])
  expect((await steps.approve(run.id, content_hash, other_approver)).payslips).toHaveLength(1)
})
