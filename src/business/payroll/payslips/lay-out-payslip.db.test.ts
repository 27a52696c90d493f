import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, agency, client, provider, paye_scheme_id, ...steps } = await payRunsOn(database)
const { employed, week, open, calculate, answerAll, check, approve } = steps

type Slip = { id: string; human_id: string; amounts: { gross_pay: string } }
type Layout = {
  period: { name: string; start_date: string; end_date: string }
  last: Slip | null
  year: Slip[]
}
const layOut = (by: typeof agency.admin, id: string) =>
  act<Layout>(world, by, 'transaction.payslip.lay_out', { id })

async function paid(pay_day: string) {
  const { id } = await open(pay_day)
  await calculate(id)
  await answerAll(id)
  const { payslips } = await approve(id, (await check(id)).content_hash)
  return present(payslips[0], 'the payslip')
}

test('a worker who comes back: the year and the payslip before are of one employment', async () => {
  const { placement, employment_id, contractor_id } = await employed()
  await week(placement, weeks.first)
  const first = await paid('2025-06-13')
  await act(world, agency.admin, 'business.employment.leave', {
    id: employment_id,
    leave_date: '2025-06-08',
  })
  const again = { effective_from: '2025-06-09', reason: 'Certificate seen' }
  const { id } = await act<{ id: string }>(world, agency.admin, 'business.employment.start', {
    ...{ contractor_id, paye_scheme_id, payroll_id: 'AGAIN', start_date: '2025-06-09' },
    ...{ pay_frequency: 'week', starter_declaration: 'B' },
  })
  await act(world, agency.admin, 'business.ni_category.add', { employment_id: id, letter: 'A', ...again })
  await week(placement, weeks.second)
  const second = await paid('2025-06-20')
  for (const viewer of [placement.contractor.viewer, agency.admin, provider.operations]) {
    const shown = await layOut(viewer, second.id)
    expect(shown.year.map(({ human_id }) => human_id)).toEqual([second.human_id])
    expect(shown.last).toBeNull()
    expect(shown.period).toEqual({
      name: 'Week 11 of 2025-26',
      start_date: '2025-06-15',
      end_date: '2025-06-21',
    })
  }
  expect((await layOut(agency.admin, first.id)).year.map(({ human_id }) => human_id)).toEqual([
    first.human_id,
  ])
})

test('the payslip of another: not found, as of none', async () => {
  const mine = await employed()
  const other = await employed()
  await week(mine.placement, weeks.first)
  const slip = await paid('2025-07-04')
  for (const id of [slip.id, '019a0000-0000-7000-8000-000000000000']) {
    const { code, message } = await refusalOf(layOut(other.placement.contractor.viewer, id))
    expect([code, message]).toEqual(['not_found', 'Payslip not found'])
  }
  expect((await refusalOf(layOut(client.approver, slip.id))).code).toBe('not_allowed')
})
