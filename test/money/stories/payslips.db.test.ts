/** Stories of payslips: issued from payroll's figures, each figure on one, corrections with a later one, paid on pay day. */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../../database.ts'
import { seedBatch } from '../../fixtures/cash.ts'
import {
  example_4_corrected,
  hoursOf,
  seedApprovedExpense,
  seedFigures,
  seedPayePlacement,
} from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
const next_days = ['2025-06-09', '2025-06-10', '2025-06-11', '2025-06-12', '2025-06-13']

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
    /** What is owed and was paid, of every document. */
    documents: async () =>
      (
        await database.owner.query<{ says: string }>(
          `select format('%s %s: paid %s, open %s %s', i.type, i.total_amount, i.paid_amount, i.outstanding_balance, i.funding_status) as says
           from transaction.invoice i where i.agency_id = $1 order by i.type, i.total_amount, i.id`,
          [agency.id],
        )
      ).rows.map((row) => row.says),
    /** What went out, and to whom. */
    payments: async () =>
      (
        await database.owner.query<{ says: string }>(
          `select format('%s to %s, by the bank %s', s.amount, b.type, (select coalesce(-sum(p.amount), 0) from ledger.transaction t
               join ledger.posting p on p.transaction_id = t.id join ledger.account a on a.id = p.account_id and a.kind = 'bank'
               where t.source_id = s.id)) as says
           from transaction.payment_receipt_summary s join business.business b on b.id = s.for_business_id
           where s.agency_id = $1 and s.type = 'payment' order by s.human_id`,
          [agency.id],
        )
      ).rows.map((row) => row.says),
    /** What the books owe the worker, and whom payroll pays for the agency. */
    owed: async () =>
      (
        await database.owner.query<{ says: string }>(
          `select format('%s %s', a.kind, sum(p.amount)) as says from ledger.posting p join ledger.account a on a.id = p.account_id
           join transaction.invoice i on i.id = p.invoice_id
           where i.agency_id = $1 and a.kind in ('contractor_payable', 'oncost_payable') group by a.kind order by 1`,
          [agency.id],
        )
      ).rows.map((row) => row.says),
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

  test('paid payslips: pay and on-costs leave the bank, the same amount of the sale is settled, once', async () => {
    const { story, sheet, approve, figures, issue, paid, documents, payments, owed } = await payroll()
    await approve(sheet.id, days)
    const { payslips } = await issue(await figures(sheet.id, { pay_day: '2025-06-20', period_number: 11 }))
    await story.morning('2025-06-20')
    expect(await payments()).toEqual([])
    expect(await owed()).toEqual(['contractor_payable -896.56', 'oncost_payable -147.86'])
    await paid(payslips.map(({ id }) => id))
    // The sale is settled by the pay, the on-costs and the fee; the agency's earnings are still to be paid.
    expect(await documents()).toEqual([
      'agency-provider 1536.00: paid 1090.50, open 445.50 funded',
      'agency_earnings 445.50: paid 0.00, open 445.50 pending',
      'apprenticeship_levy 4.48: paid 4.48, open 0.00 not_applicable',
      'contractor-agency 896.56: paid 896.56, open 0.00 not_applicable',
      'employer_ni 120.08: paid 120.08, open 0.00 not_applicable',
      'employer_pension 23.30: paid 23.30, open 0.00 not_applicable',
      'provider-agency 46.08: paid 46.08, open 0.00 not_applicable',
      'provider-client 1536.00: paid 0.00, open 1536.00 funded',
    ])
    const set_off = '1136.58 to agency, by the bank 0'
    expect((await payments()).sort()).toEqual([
      set_off,
      '147.86 to agency, by the bank 147.86',
      '896.56 to contractor, by the bank 896.56',
    ])
    expect(await owed()).toEqual(['contractor_payable 0.00', 'oncost_payable 0.00'])
  })

  test('overpaid before a correction: deducted from later pay, never from expenses', async () => {
    const { story, agency, placement, sheet, next, approve, figures, issue, paid, owed } = await payroll()
    const pay = async (pay_day: string, ...ids: string[]) => {
      const { payslips } = await issue(...ids)
      await story.morning(pay_day)
      await paid(payslips.map(({ id }) => id))
    }
    await approve(sheet.id, days)
    await pay('2025-06-20', await figures(sheet.id, { pay_day: '2025-06-20', period_number: 11 }))
    await act(story, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode: 'full',
      details: hoursOf(placement, days, '7'),
      reason: 'An hour a day was lunch',
    })
    await seedApprovedExpense(story, placement)
    await seedBatch(story, agency.provider, '2025-07-10')
    const repaid = await database.owner.query<{ amount: string }>(
      `select t.amount from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
       where i.agency_id = $1 and i.type = 'contractor-agency'`,
      [agency.id],
    )
    expect(repaid.rows).toEqual([{ amount: '48.00' }])
    await approve(next.id, next_days)
    const second = await figures(sheet.id, {
      ...example_4_corrected,
      pay_day: '2025-06-27',
      period_number: 12,
    })
    const third = await figures(next.id, { pay_day: '2025-06-27', period_number: 12 })
    // Raised anew, the week stands against what was paid for it: 112.07 of pay and the on-costs of it are too much.
    await pay('2025-06-27', second, third)
    // What the ticket cost waits in the batch.
    expect(await owed()).toEqual(['contractor_payable -48.00', 'oncost_payable 0.00'])
    const out = await database.owner.query<{ amount: string }>(
      `select sum(p.amount) as amount from ledger.posting p join ledger.account a on a.id = p.account_id and a.kind = 'bank'
       join transaction.invoice i on i.id = p.invoice_id where i.agency_id = $1`,
      [agency.id],
    )
    // 896.56 + 784.49 of pay, and the on-costs of both as payroll says them in the end.
    expect(out.rows).toEqual([{ amount: '-1955.36' }])
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

  test('second payslip of a worker and period: refused with the next step', async () => {
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

  test('corrected figures: bring the change once the former have a payslip', async () => {
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
    const second = await figures(sheet.id, {
      ...example_4_corrected,
      pay_day: '2025-06-27',
      period_number: 12,
    })
    expect((await refusalOf(issue(second))).message).toBe(
      `The figures that those of ${sheet.human_id} correct have no payslip yet: issue it first`,
    )
    await issue(first, second)
    expect(await slips()).toMatchObject([
      { no: 11, gross: '896.56', net: '653.34' },
      { no: 12, gross: '-112.07', holiday: '-12.07', net: '-65.32' },
    ])
  })

  test('payslip with another amount than its figures: found by verify', async () => {
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
