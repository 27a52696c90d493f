/** A run that pays difference timesheets is opened again: additions are credited, deductions are reversed, and both wait. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, sql, ...steps } = await payRunsOn(database)
const reason = 'The wrong letter'

const reopen = (id: string) =>
  act<{ status: string; withdrawn: string[] }>(world, provider.approver, 'transaction.pay_run.reopen', {
    ...{ id, reason },
  })
async function approved(pay_day: string) {
  const run = await steps.open(pay_day)
  await steps.calculate(run.id)
  return { ...run, payslips: await approveAgain(run.id) }
}
async function approveAgain(id: string) {
  await steps.answerAll(id)
  return (await steps.approve(id, (await steps.check(id)).content_hash)).payslips
}
async function paid(pay_day: string, payslips: readonly { id: string }[]): Promise<void> {
  world.clock.set(instant(`${pay_day}T09:00:00.000Z`))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: payslips.map(({ id }) => id),
  })
}
const verified = async () =>
  expect((await verifyDatabase(database)).filter(({ broken }) => broken.length > 0)).toEqual([])
/** Balances of the books by account, without those at nothing. */
const balances = () =>
  sql<{ kind: string; amount: string }>(
    `select a.kind, b.human_id, sum(p.amount)::text as amount from ledger.posting p join ledger.account a on a.id = p.account_id
     left join business.business b on b.id = a.business_id group by 1, 2 having sum(p.amount) <> 0 order by 1, 2`,
  )
/** Open amounts of the documents of this work, by type. */
const open = (id: string) =>
  sql<{ type: string; owed: string }>(
    `select i.type, sum(i.outstanding_balance)::text as owed from transaction.invoice i join transaction.timesheet t on t.id = i.timesheet_id
     where coalesce(t.refines_id, t.id) = $1 group by 1 having sum(i.outstanding_balance) <> 0 order by 1`,
    id,
  )
const sheets = (id: string) =>
  sql<{ status: string; units: string }>(
    `select status, total_units::text as units from transaction.timesheet where refines_id = $1 order by total_units`,
    id,
  )

type Worker = Awaited<ReturnType<typeof steps.employed>>
type Sheet = Awaited<ReturnType<typeof steps.week>>

/** Seven hours on each of four days, ten on the last: four are taken off, and two are added. */
const refined = async (worker: Worker, sheet: Sheet) => {
  const details = hoursOf(worker.placement, weeks.first, '7').map((cell, at) =>
    at === 4 ? { ...cell, units: '10' } : cell,
  )
  const { differences } = await act<{ differences: { id: string; total_units: string }[] }>(
    world,
    agency.user,
    'transaction.timesheet.refine',
    { ...{ id: sheet.id, mode: 'difference', details }, reason: 'The days were mixed up' },
  )
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: differences.map(({ id }) => id) })
}

async function reopenedAndBack(sheet: Sheet, pay_day: string) {
  const before = { books: await balances(), open: await open(sheet.id) }
  const run = await approved(pay_day)
  await verified()
  const after = { books: await balances(), open: await open(sheet.id) }
  expect(after).not.toEqual(before)
  for (const _ of ['once', 'twice']) {
    const { withdrawn } = await reopen(run.id)
    expect(withdrawn).toHaveLength(1)
    expect({ books: await balances(), open: await open(sheet.id) }).toEqual(before)
    expect(await sheets(sheet.id)).toEqual([
      { status: 'suspense', units: '-4.0000' },
      { status: 'suspense', units: '2.0000' },
    ])
    expect(
      await sql(
        `select status from transaction.refinement where mode = 'difference' and transaction_id = $1`,
        sheet.id,
      ),
    ).toEqual([{ status: 'pending_invoices' }])
    await verified()
    await steps.calculate(run.id)
    run.payslips = await approveAgain(run.id)
    expect({ books: await balances(), open: await open(sheet.id) }).toEqual(after)
    await verified()
  }
  expect(await sql(`select distinct status from transaction.refinement`)).toEqual([{ status: 'completed' }])
  return run.payslips
}

test('reopening: differences of a week that was paid', async () => {
  const worker = await steps.employed()
  const sheet = await steps.week(worker.placement, weeks.first)
  await paid('2025-06-20', (await approved('2025-06-20')).payslips)
  await refined(worker, sheet)
  await steps.week(worker.placement, weeks.second)
  await paid('2025-06-27', await reopenedAndBack(sheet, '2025-06-27'))
  await verified()
})

test('reopening: differences of a week that waits for its payment', async () => {
  const worker = await steps.employed()
  const sheet = await steps.week(worker.placement, weeks.first)
  const first = await approved('2025-07-04')
  await refined(worker, sheet)
  await steps.week(worker.placement, weeks.second)
  const payslips = await reopenedAndBack(sheet, '2025-07-11')
  await paid('2025-07-04', first.payslips)
  await paid('2025-07-11', payslips)
  await verified()
})

test('reopening: the week itself stays while a difference corrects it', async () => {
  const other = await steps.employed()
  const week = await steps.week(other.placement, weeks.first)
  const run = await approved('2025-07-18')
  const { differences } = await act<{ differences: { human_id: string }[] }>(
    world,
    agency.user,
    'transaction.timesheet.refine',
    {
      ...{ id: week.id, mode: 'difference', reason: 'A short day' },
      details: hoursOf(other.placement, weeks.first, '7'),
    },
  )
  expect(await messageOf(reopen(run.id))).toBe(
    `${week.human_id} was corrected by the difference ${present(differences[0], 'a difference').human_id}: correct it by another difference`,
  )
})
