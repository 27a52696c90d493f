/** Payroll's figures out of bounds: refused, asked for, and stored by a second person only. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { example_4, hoursOf, seedPayePlacement } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '#test/fixtures/world.ts'
import { work_invariants } from '../../ledger/invariants-work.server.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const stranger = await seedProvider(world)

const record = 'transaction.payroll_figure.record'
const request = 'transaction.payroll_override.request'
const confirm = 'transaction.payroll_override.confirm'
const reject = 'transaction.payroll_override.reject'
const { sql } = database

/** A PAYE week of 40 hours at £32.00, waiting for its figures. */
async function waiting() {
  const client = await seedClient(world, agency)
  const placement = await seedPayePlacement(world, { agency, client })
  const sheet = present((await seedTimesheets(world, placement))[0], 'a timesheet')
  const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: hoursOf(placement, days, '8'),
  })
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  return sheet
}
type Sheet = Awaited<ReturnType<typeof waiting>>

const beyond = { ...example_4, employer_ni: '99999.00' }
const sentence = 'Employer NI of £99,999.00 is more than the £134.49 that is possible on £896.56'
const ask = (sheet: Sheet, by: Viewer = provider.operations, figures: object = beyond) =>
  act<{ id: string }>(world, by, request, {
    timesheet_id: sheet.id,
    ...figures,
    reason: 'A bonus of the year',
  })
const figuresOf = (sheet: Sheet) =>
  sql<{ employer_ni: string }>(
    'select employer_ni::text from transaction.payroll_figure where timesheet_id = $1 and deleted_at is null',
    sheet.id,
  )
const statusOf = async (sheet: Sheet) =>
  (await sql<{ status: string }>('select status from transaction.timesheet where id = $1', sheet.id))[0]
    ?.status
const broken = async () =>
  (await Promise.all(work_invariants.map((one) => sql<{ what: string }>(one.sql)))).flat()

test('employer NI of £99,999: refused under its field when typed and in a file, and nothing is stored', async () => {
  const sheet = await waiting()
  const typed = await refusalOf(
    act(world, provider.operations, record, { timesheet_id: sheet.id, ...beyond }),
  )
  expect(typed.errors).toEqual({ employer_ni: sentence })
  const file = { rows: [{ timesheet: sheet.human_id, ...beyond }] }
  const read = await refusalOf(act(world, provider.operations, 'transaction.payroll_figure.import', file))
  expect(read.errors).toEqual({ 'rows.0.employer_ni': sentence })
  expect(await figuresOf(sheet)).toEqual([])
  expect(await statusOf(sheet)).toBe('suspense')
})

test('a request: stores nothing, waits once, and its author cannot decide about it', async () => {
  const sheet = await waiting()
  const { id } = await ask(sheet)
  expect(await figuresOf(sheet)).toEqual([])
  expect(
    await sql('select faults, reason, status from transaction.payroll_override where id = $1', id),
  ).toEqual([{ faults: sentence, reason: 'A bonus of the year', status: 'requested' }])
  expect((await refusalOf(ask(sheet, provider.admin))).code).toBe('conflict')
  for (const [action, more] of [
    [confirm, {}],
    [reject, { comment: 'No' }],
  ] as const)
    expect(await refusalOf(act(world, provider.operations, action, { id, ...more }))).toMatchObject({
      code: 'not_allowed',
      message: 'You asked for these figures, so somebody else decides about them',
    })
  const itself = sql(
    `update transaction.payroll_override set status = 'rejected', decided_by = requested_by, decided_at = now() where id = $1`,
    id,
  )
  await expect(itself).rejects.toThrow('payroll_override_second_person')
})

test('a second person: confirms, and the figures are stored and the week is invoiced', async () => {
  const sheet = await waiting()
  const { id } = await ask(sheet)
  expect(await act(world, provider.approver, confirm, { id })).toEqual({
    id,
    status: 'confirmed',
    timesheet: sheet.human_id,
  })
  expect(await figuresOf(sheet)).toEqual([{ employer_ni: '99999.00' }])
  expect(await statusOf(sheet)).toBe('approved')
  expect((await refusalOf(act(world, provider.admin, reject, { id, comment: 'Late' }))).code).toBe('conflict')
  expect(await broken()).toEqual([])
})

test('a rejected request: stores nothing, and other figures can be asked for', async () => {
  const sheet = await waiting()
  const { id } = await ask(sheet)
  await act(world, provider.admin, reject, { id, comment: 'The bureau says otherwise' })
  expect(await figuresOf(sheet)).toEqual([])
  const again = await ask(sheet)
  expect(again.id).not.toBe(id)
})

test('figures within the bounds: nobody is asked; those that do not add up: nobody can confirm them', async () => {
  const sheet = await waiting()
  expect((await refusalOf(ask(sheet, provider.operations, example_4))).message).toBe(
    'These figures are within the bounds: save them',
  )
  const wrong = { ...beyond, net_pay: '1.00' }
  expect((await refusalOf(ask(sheet, provider.operations, wrong))).message).toBe(
    'Gross pay less deductions is 653.34, and not 1.00',
  )
})

test('figures of a week that was invoiced meanwhile: cannot be confirmed', async () => {
  const sheet = await waiting()
  const { id } = await ask(sheet)
  await act(world, provider.operations, record, { timesheet_id: sheet.id, ...example_4 })
  expect((await refusalOf(act(world, provider.admin, confirm, { id }))).message).toBe(
    `Timesheet ${sheet.human_id} is invoiced already: correct it by a refinement`,
  )
  expect(await figuresOf(sheet)).toEqual([{ employer_ni: example_4.employer_ni }])
})

test('strangers: another provider finds no request, and an agency may not decide', async () => {
  const { id } = await ask(await waiting())
  expect((await refusalOf(act(world, stranger.approver, confirm, { id }))).code).toBe('not_found')
  expect(['not_allowed', 'not_found']).toContain(
    (await refusalOf(act(world, agency.admin, confirm, { id }))).code,
  )
})

test('verify: a stored figure out of bounds without a confirmation, or unlike it, is found', async () => {
  const sheet = await waiting()
  await act(world, provider.operations, record, { timesheet_id: sheet.id, ...example_4 })
  expect(await broken()).toEqual([])
  const set = (employer_ni: string, id = sheet.id) =>
    sql('update transaction.payroll_figure set employer_ni = $2 where timesheet_id = $1', id, employer_ni)
  await set('134.50')
  expect((await broken()).map(({ what }) => what)).toContainEqual(
    expect.stringContaining(`payroll of timesheet ${sheet.human_id}`),
  )
  await set(example_4.employer_ni)
  const other = await waiting()
  const { id } = await ask(other)
  await act(world, provider.approver, confirm, { id })
  await set('88888.00', other.id)
  expect((await broken()).map(({ what }) => what)).toContainEqual(
    expect.stringContaining(`payroll of timesheet ${other.human_id}: gross 896.56 with tax`),
  )
})
