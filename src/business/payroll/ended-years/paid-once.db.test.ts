/** Work of an ended tax year is corrected in one way: by its timesheet, or as pay of that year (decision 0206). */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
/** The fixture writes addresses by itself. */
const by_hand = 'R12'
const verified = async () =>
  expect(
    (await verifyDatabase(database)).filter(({ id, broken }) => id !== by_hand && broken.length > 0),
  ).toEqual([])
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)

type Worker = Awaited<ReturnType<typeof steps.employed>>
type Sheet = Awaited<ReturnType<typeof steps.week>>

const asked = (of: Worker, change: object = {}) => ({
  ...{ employment_id: of.employment_id, pay_day: '2025-06-20', pay_kind: 'basic', was: 'too_much' },
  ...{ amount: '112.07', ...change },
})
const reason = 'A day was not worked'
const correct = (of: Worker, change: object = {}) =>
  operate<{ id: string }>('transaction.year_correction.correct_pay', { ...asked(of, change), reason })
const preview = (of: Worker, change: object = {}) =>
  operate('transaction.year_correction.preview_pay', asked(of, change))
async function reported(made: Promise<{ id: string }>): Promise<void> {
  const { id } = await made
  await file(
    await operate<{ id: string }>('transaction.rti_submission.build_correction', { year_correction_id: id }),
  )
}
const file = ({ id }: { id: string }) =>
  operate('transaction.rti_submission.file_outside', { id, receipt: `Receipt ${id}` })
const refine = (sheet: Sheet, of: Worker, hours: string, change: object = {}) =>
  act<{ differences: { id: string; human_id: string }[] }>(
    world,
    agency.user,
    'transaction.timesheet.refine',
    {
      ...{ id: sheet.id, mode: 'full', reason, details: hoursOf(of.placement, weeks.first, hours) },
      ...change,
    },
  )

async function paidOn(pay_day: string): Promise<void> {
  world.clock.set(instant(`${pay_day}T09:00:00.000Z`))
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
}

const workers = [
  await steps.employed(),
  await steps.employed(),
  await steps.employed(),
  await steps.employed(),
  await steps.employed(),
]
const [corrected, refined, different, both, late] = workers as [Worker, Worker, Worker, Worker, Worker]
const sheets = new Map<Worker, Sheet>()
const sheetOf = (of: Worker) => sheets.get(of) as Sheet // Paid by the first test.

test('two weeks are paid, and their year is locked', async () => {
  world.clock.set(instant('2025-06-27T09:00:00.000Z'))
  for (const one of workers) {
    await makeReportable(sql, one.contractor_id)
    sheets.set(one, await steps.week(one.placement, weeks.first))
  }
  const { id } = await steps.open('2025-06-20')
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  await file(await operate<{ id: string }>('transaction.rti_submission.build_fps', { pay_run_id: id }))
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
  world.clock.set(instant('2026-04-08T09:00:00.000Z'))
  for (const tax_month of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    await operate('transaction.tax_month.close', { paye_scheme_id, tax_year: '2025-26', tax_month })
  await verified()
})

test('a refinement after the correction of its pay is refused, until the correction is taken back', async () => {
  await reported(correct(corrected))
  const sheet = sheetOf(corrected)
  const refused =
    'Pay of 20/06/2025 was corrected by -£112.07 in its tax year 2025-26, so a refinement would pay the same work twice: credit the client’s invoice, or correct the ended pay back first'
  for (const mode of ['full', 'difference'])
    expect(await messageOf(refine(sheet, corrected, '7', { mode }))).toBe(refused)
  expect(
    await messageOf(
      act(world, agency.user, 'transaction.timesheet.preview_refinement', {
        ...{ id: sheet.id, mode: 'full', reason, details: hoursOf(corrected.placement, weeks.first, '7') },
      }),
    ),
  ).toBe(refused)
  await reported(correct(corrected, { was: 'too_little' }))
  await refine(sheet, corrected, '7')
  await verified()
})

test('a correction after a refinement is refused: while it waits, and once a run of the new year paid it', async () => {
  await refine(sheetOf(refined), refined, '7')
  const { differences } = await refine(sheetOf(different), different, '7', { mode: 'difference' })
  const waits = (human_id: string) =>
    `Timesheet ${human_id} corrects pay of 20/06/2025, and a pay run pays the difference once it is approved: the same work would be corrected twice`
  expect(await messageOf(correct(refined))).toBe(waits(sheetOf(refined).human_id))
  expect(await messageOf(preview(refined))).toBe(waits(sheetOf(refined).human_id))
  expect(await messageOf(correct(different))).toBe(waits(differences[0]?.human_id ?? ''))

  await paidOn('2026-04-10')
  const was_paid = (of: Worker) =>
    `The pay run of 10/04/2026 paid -£112.07 for the correction of timesheet ${sheetOf(of).human_id}: refine the timesheet back first, or the same work would be corrected twice`
  for (const of of [refined, different]) expect(await messageOf(correct(of))).toBe(was_paid(of))
  // A bonus is no work of the timesheet.
  await preview(refined, { pay_kind: 'bonus', was: 'too_little', amount: '50.00' })

  // Paid back by a run of the new year, nothing of the refinement is left.
  world.clock.set(instant('2026-04-15T09:00:00.000Z'))
  await refine(sheetOf(refined), refined, '8', { re_approval: true })
  expect(await messageOf(correct(refined))).toBe(waits(sheetOf(refined).human_id))
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheetOf(refined).id] })
  await paidOn('2026-04-17')
  await reported(correct(refined))
  await verified()
})

test('a run stops at corrected work whose pay was corrected in its own year', async () => {
  // Both at once, as before this version kept them apart.
  await refine(sheetOf(both), both, '7')
  await sql(`update transaction.timesheet set status = 'approved' where id = $1`, sheetOf(both).id)
  await reported(correct(both))
  await sql(`update transaction.timesheet set status = 'suspense' where id = $1`, sheetOf(both).id)
  const { id } = await steps.open('2026-04-24')
  await steps.calculate(id)
  const found = await sql<{ code: string; sentence: string }>(
    `select code, sentence from transaction.pay_run_check where pay_run_id = $1 and level = 'stop'`,
    id,
  )
  expect(found).toEqual([
    {
      code: 'P11',
      sentence: `Timesheet ${sheetOf(both).human_id} corrects pay of 20/06/2025, which was corrected by -£112.07 in its tax year 2025-26: the same work would be paid twice. Leave the timesheet out, or correct the ended pay back`,
    },
  ])
  // Taking the correction back is no second one.
  await reported(correct(both, { was: 'too_little' }))
  expect((await steps.calculate(id)).stops).toBe(0)
})

test('late work beside pay that was added in its own year: the correction is refused, and the run asks', async () => {
  const more = { was: 'too_little', pay_kind: 'bonus', amount: '50.00' }
  await reported(correct(late, more))
  const sheet = await steps.week(late.placement, weeks.second)
  expect(await messageOf(correct(late, { ...more, pay_kind: 'basic' }))).toBe(
    `Timesheet ${sheet.human_id} of the weeks before 20/06/2025 is paid in a later tax year: correct that timesheet instead`,
  )
  const { id } = await steps.open('2026-05-01')
  await steps.calculate(id)
  expect(
    await sql(`select sentence from transaction.pay_run_check where pay_run_id = $1 and code = 'N14'`, id),
  ).toEqual([
    {
      sentence: `Timesheet ${sheet.human_id} is of work until 15/06/2025, and pay of 20/06/2025 was corrected by £50.00 in its tax year 2025-26: make sure that both are not the same pay`,
    },
  ])
  await expect(steps.check(id)).rejects.toThrow(/without a reason$/)
})
