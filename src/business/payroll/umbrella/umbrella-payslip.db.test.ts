/** An umbrella company's payslip is compared with the illustration of what the company was paid (payroll-run §5.1). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedApprovedWeek } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const { sql } = database
const { placement, sheet } = await seedApprovedWeek(world, { contractor: { payment_type: 'umbrella' } })
const { agency, contractor } = placement

type Answer = { id: string; status: string; illustrated_gross: string }
const record = (by: Viewer, change: Record<string, unknown> = {}) =>
  act<Answer>(world, by, 'transaction.umbrella_payslip.record', {
    contractor_id: contractor.id,
    period_start: sheet.start_date,
    period_end: sheet.end_date,
    gross_pay: '700.00',
    income_tax: '71.60',
    employee_ni: '28.64',
    employer_ni: '75.00',
    margin: '20.00',
    ...change,
  })
const remove = (by: Viewer, id: string) => act(world, by, 'transaction.umbrella_payslip.remove', { id })

test('umbrella payslip: the work that the company was paid for gives the illustration; pay within two per cent agrees', async () => {
  const made = await record(agency.admin)
  const [row] = await sql<Record<string, string>>(
    `select p.income::text, p.illustrated_gross::text, p.status, u.type as paid
     from transaction.umbrella_payslip p join business.business u on u.id = p.umbrella_id where p.id = $1`,
    made.id,
  )
  // 37.5 hours at 20.00.
  expect(row).toMatchObject({ income: '750.00', status: 'agrees', paid: 'umbrella' })
  const illustrated = Number(row?.illustrated_gross)
  await remove(agency.admin, made.id)
  const low = await record(agency.admin, { gross_pay: (illustrated * 0.97).toFixed(2) })
  expect(low).toMatchObject({ status: 'low', illustrated_gross: row?.illustrated_gross })
  await remove(agency.admin, low.id)
})

test('umbrella payslip: low pay is answered once, by people that read pay', async () => {
  const { id } = await record(agency.admin, { gross_pay: '400.00' })
  const explain = (by: Viewer) =>
    act(world, by, 'transaction.umbrella_payslip.explain', { id, explanation: 'Two days were not paid' })
  expect((await refusalOf(explain(agency.user))).code).toBe('not_allowed')
  const other = await seedAgency(world, agency.provider)
  expect((await refusalOf(explain(other.admin))).code).toBe('not_found')
  expect((await refusalOf(remove(other.admin, id))).code).toBe('not_found')
  await explain(agency.provider.operations)
  expect(await sql('select status, explanation from transaction.umbrella_payslip where id = $1', id)).toEqual(
    [{ status: 'explained', explanation: 'Two days were not paid' }],
  )
  expect((await refusalOf(explain(agency.admin))).message).toBe(
    'Only a payslip below the illustration is explained',
  )
  await remove(agency.admin, id)
})

test('umbrella payslip: a period is recorded once, holds work of the company, and is not to come', async () => {
  const errors = async (change: Record<string, unknown>, by = agency.admin) =>
    (await refusalOf(record(by, change))).errors
  expect(await errors({ period_start: '2024-01-01', period_end: '2024-01-07' })).toEqual({
    contractor_id: 'No work through an umbrella company was invoiced in this period',
  })
  expect(await errors({ period_end: '2099-01-07' })).toEqual({ period_end: 'Please enter a valid Input' })
  expect(await errors({ gross_pay: '-1.00' })).toHaveProperty('gross_pay')
  expect(await errors({}, agency.provider.operations)).toEqual({ agency_id: 'Mandatory' })
  const other = await seedAgency(world, agency.provider)
  expect((await refusalOf(record(other.admin))).code).toBe('not_found')
  const twice = await Promise.allSettled([record(agency.admin), record(agency.admin)])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await errors({ period_start: sheet.end_date })).toEqual({
    period_start: 'A payslip of this worker and period is recorded already',
  })
})
