/** Stories of payslips: issued from payroll's figures, each figure on one, corrections with a later one, paid on pay day. */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../../database.ts'
import { hoursOf, seedFigures, seedPayePlacement } from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
const next_days = ['2025-06-09', '2025-06-10', '2025-06-11', '2025-06-12', '2025-06-13']

/** What payroll pays for 35 hours at 22.4140 instead of 40, by cumulative tax. */
const corrected = {
  gross_pay: '784.49',
  holiday_pay: '84.49',
  income_tax: '108.40',
  employee_ni: '43.39',
  employee_pension: '25.68',
  student_loan: '19.00',
  net_pay: '588.02',
  employer_ni: '103.27',
  employer_pension: '19.26',
  apprenticeship_levy: '3.92',
}

type Issued = { payslips: { id: string; human_id: string; net_pay: string }[] }

/** A PAYE worker with two weeks of example 4: the first approved, payroll's figures of it there. */
async function payroll() {
  const story = storyOn(database)
  const agency = await seedAgency(story, await seedProvider(story))
  const client = await seedClient(story, agency)
  const placement = await seedPayePlacement(story, { agency, client })
  const [sheet, next] = await seedTimesheets(story, placement)
  const staff = agency.provider.operations
  const approve = async (id: string, worked: readonly string[]) => {
    await act(story, placement.contractor.viewer, 'transaction.timesheet.submit', {
      id,
      details: hoursOf(placement, worked, '8'),
    })
    await act(story, client.approver, 'transaction.timesheet.approve', { ids: [id] })
  }
  return {
    story,
    agency,
    placement,
    sheet: present(sheet, 'a week'),
    next: present(next, 'the week after'),
    approve,
    figures: async (id: string, more: object) => (await seedFigures(story, agency, id, more)).id,
    issue: (...ids: string[]) => act<Issued>(story, staff, 'transaction.payslip.issue', { ids }),
    paid: (ids: string[]) => act(story, staff, 'transaction.payslip.confirm_paid', { ids }),
    slips: async () =>
      (
        await database.owner.query<Record<string, string>>(
          `select s.status, s.period_number as no, s.pay_date, s.gross_pay as gross, s.holiday_pay as holiday, s.net_pay as net,
             p.status as period, p.start_date, p.end_date
           from transaction.payslip s join transaction.payslip_period p on p.id = s.payslip_period_id
           where s.agency_id = $1 order by s.human_id`,
          [agency.id],
        )
      ).rows,
  }
}

describe('Payslips', () => {
  test('figures of invoiced work become a payslip that its worker reads; on pay day it is paid and its period closed', async () => {
    const { story, agency, placement, sheet, approve, figures, issue, paid, slips } = await payroll()
    const early = await figures(sheet.id, { pay_day: '2025-06-20', period_number: undefined })
    expect((await refusalOf(issue(early))).message).toBe(
      `Timesheet ${sheet.human_id} is not invoiced yet: its figures may still change`,
    )
    await approve(sheet.id, days)
    const { payslips } = await issue(early)
    const [slip] = payslips
    const stands = { no: 11, pay_date: '2025-06-20', gross: '896.56', holiday: '96.56', net: '653.34' }
    const week = { start_date: '2025-06-15', end_date: '2025-06-21' }
    expect(await slips()).toEqual([{ ...stands, ...week, status: 'issued', period: 'calculated' }])
    expect((await refusalOf(issue(early))).message).toBe(
      `The figures of ${sheet.human_id} are on payslip ${slip?.human_id} already`,
    )
    expect(
      (await refusalOf(act(story, agency.admin, 'transaction.payslip.issue', { ids: [early] }))).code,
    ).toBe('not_allowed')
    expect(
      (
        await refusalOf(
          act(story, placement.contractor.viewer, 'transaction.payslip.issue', { ids: [early] }),
        )
      ).code,
    ).toBe('not_allowed')
    const ids = payslips.map(({ id }) => id)
    expect((await refusalOf(paid(ids))).message).toBe(
      `Payslip ${slip?.human_id} is paid on 20 Jun 2025, and not before`,
    )
    await story.morning('2025-06-20')
    await paid(ids)
    expect(await slips()).toEqual([{ ...stands, ...week, status: 'paid', period: 'closed' }])
    expect((await refusalOf(paid(ids))).message).toBe(`Payslip ${slip?.human_id} is paid`)
  })

  test('two weeks that are paid together are one payslip', async () => {
    const { sheet, next, story, approve, figures, issue, slips } = await payroll()
    await story.morning('2025-06-16')
    await approve(sheet.id, days)
    await approve(next.id, next_days)
    const first = await figures(sheet.id, { pay_day: '2025-06-20', period_number: 11 })
    const second = await figures(next.id, { pay_day: '2025-06-20', period_number: 11 })
    await issue(first, second)
    expect(await slips()).toMatchObject([{ no: 11, gross: '1793.12', holiday: '193.12', net: '1306.68' }])
  })

  test('a second payslip of one worker and period is refused, in words that say what to do', async () => {
    const { sheet, next, story, approve, figures, issue, placement } = await payroll()
    await story.morning('2025-06-16')
    await approve(sheet.id, days)
    await approve(next.id, next_days)
    const first = await figures(sheet.id, { pay_day: '2025-06-20', period_number: 11 })
    const second = await figures(next.id, { pay_day: '2025-06-20', period_number: 11 })
    const [slip] = (await issue(first)).payslips
    const name = (
      await inTransaction(database, (tx) =>
        tx.row<{ name: string }>('select name from business.business where id = $1', [
          placement.contractor.id,
        ]),
      )
    )?.name
    const refusal = await refusalOf(issue(second))
    expect(refusal.message).toBe(
      `${name} has payslip ${slip?.human_id} of period 11 already: pay what is left with a later period`,
    )
  })

  test('corrected figures bring what they change, once what they correct has its payslip', async () => {
    const { story, agency, placement, sheet, approve, figures, issue, slips } = await payroll()
    await approve(sheet.id, days)
    const first = await figures(sheet.id, { pay_day: '2025-06-20', period_number: 11 })
    await story.morning('2025-06-23')
    await act(story, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode: 'full',
      details: hoursOf(placement, days, '7'),
      reason: 'An hour a day was lunch',
    })
    const second = await figures(sheet.id, { ...corrected, pay_day: '2025-06-27', period_number: 12 })
    expect((await refusalOf(issue(second))).message).toBe(
      `The figures that those of ${sheet.human_id} correct have no payslip yet: issue it first`,
    )
    await issue(first, second)
    expect(await slips()).toMatchObject([
      { no: 11, gross: '896.56', net: '653.34' },
      { no: 12, gross: '-112.07', holiday: '-12.07', net: '-65.32' },
    ])
  })

  test('a payslip that says another amount than its figures is found', async () => {
    const { agency, sheet, approve, figures, issue } = await payroll()
    await approve(sheet.id, days)
    await issue(await figures(sheet.id, { pay_day: '2025-06-20', period_number: 11 }))
    const change = `update transaction.payslip set employer_ni = employer_ni + $2 where agency_id = $1`
    await database.owner.query(change, [agency.id, '1.00'])
    const found = await verifyDatabase(database)
    expect(found.filter((one) => one.broken.length > 0).map((one) => one.id)).toContain('I17')
    await database.owner.query(change, [agency.id, '-1.00'])
  })
})
