/** Work, and money in and out and back, as steps of a walk (every-move.db.test.ts). */
import { addDays } from '#kernel/day.ts'
import { reviewBatch, sterling } from '../fixtures/cash.ts'
import { seedApprovedExpense, seedFigures } from '../fixtures/documents.ts'
import { type SeededPlacement, seedApprovedTimesheet, seedTimesheets } from '../fixtures/world.ts'
import {
  type Asked,
  batches,
  by,
  choose,
  doing,
  type Move,
  nothing,
  on,
  one,
  open_debt,
  part,
  receipts,
  type Stage,
  staff,
} from './moves-stage.ts'

/** Money from the client of a placement, on the principal's account. */
export async function received(
  within: Stage,
  placement: SeededPlacement,
  amount: string,
): Promise<{ id: string }> {
  const line = await doing(within, staff(within).operations, 'transaction.bank_line.record', {
    bank_account_id: within.principal.account_id,
    transaction_date: within.world.clock.today(),
    amount,
    bank_id: crypto.randomUUID(),
  })
  const receipt = { bank_line_id: line.id, for_business_id: placement.client.id }
  return doing(within, staff(within).operations, 'transaction.payment_receipt.record', receipt)
}

async function paidOut(within: Stage, run_date: string): Promise<unknown> {
  const { id } = await makeBatch(within, run_date)
  await reviewBatch(within.world, staff(within), { id })
  return doing(within, staff(within).approver, 'payment.payment_batch.complete', { id })
}

const makeBatch = (within: Stage, run_date: string) =>
  doing(within, staff(within).operations, 'payment.payment_batch.create', {
    run_date,
    currency_id: sterling,
    principal_id: within.principal.id,
  })
/** Figures of a payroll that takes nothing off, and costs a tenth of what it pays. */
export async function payroll(within: Stage): Promise<unknown> {
  const { rows } = await within.database.owner.query<{ id: string; pay: string }>(
    `select t.id, t.contractor_amount as pay from transaction.timesheet t where t.agency_id = $1 and t.status = 'suspense'
     order by t.human_id`,
    [within.agency_id],
  )
  const none = {
    holiday_pay: '0',
    income_tax: '0',
    employee_ni: '0',
    employee_pension: '0',
    student_loan: '0',
  }
  for (const { id, pay } of rows)
    await seedFigures(within.world, by(within), id, {
      ...none,
      pay_day: addDays(within.world.clock.today(), 5),
      employer_pension: '0',
      apprenticeship_levy: '0',
      gross_pay: pay,
      net_pay: pay,
      employer_ni: (Math.trunc(Number(pay) * 10) / 100).toFixed(2),
    })
  return rows.length === 0 ? nothing : `${rows.length} figures`
}

/** Payslips of what is invoiced, the oldest first, and those whose pay day has come are paid. */
async function payslips(within: Stage, { a }: Asked): Promise<unknown> {
  const { rows } = await within.database.owner.query<{ id: string }>(
    `select f.id from transaction.payroll_figure f join transaction.timesheet t on t.id = f.timesheet_id
     where f.agency_id = $1 and f.payslip_id is null and f.deleted_at is null and (t.status = 'approved' or t.version > f.version)
     order by f.pay_day, t.human_id, f.version limit 1`,
    [within.agency_id],
  )
  const ids = rows.map((row) => row.id)
  if (ids.length > 0 && a % 3 > 0)
    await doing(within, staff(within).operations, 'transaction.payslip.issue', { ids })
  const due = await within.database.owner.query<{ id: string }>(
    `select id from transaction.payslip where agency_id = $1 and status = 'issued' and pay_date <= $2 order by human_id`,
    [within.agency_id, within.world.clock.today()],
  )
  if (due.rows.length === 0) return ids.length > 0 ? ids : nothing
  return doing(within, staff(within).operations, 'transaction.payslip.confirm_paid', {
    ids: due.rows.map((row) => row.id),
  })
}

export const cash_moves = {
  work: async (within: Stage, { a }: Asked) => {
    const placement = choose(within.placements, a)
    const [sheet] = await seedTimesheets(within.world, placement)
    return sheet ? seedApprovedTimesheet(within.world, placement, sheet) : nothing
  },
  expense: (within: Stage, { a }: Asked) => seedApprovedExpense(within.world, choose(within.placements, a)),
  receive: (within: Stage, { a, size }: Asked) =>
    received(within, choose(within.placements, a), (size * 11.25).toFixed(2)),
  match: on(receipts, async (within, receipt, { b, size }) => {
    const debt = await one(within, open_debt, b)
    if (!debt) return nothing
    const most = Math.min(Number(receipt.amount), Number(debt.amount)).toFixed(2)
    return doing(within, staff(within).operations, 'transaction.payment_receipt.match', {
      id: receipt.id,
      matches: [{ invoice_id: debt.id, amount: size % 4 === 0 ? most : part(most, size) }],
    })
  }),
  pay_whole: on(open_debt, async (within, debt) => {
    const placement = within.placements.find(({ client }) => client.id === debt.other)
    if (!placement) return nothing
    const receipt = await received(within, placement, debt.amount)
    return doing(within, staff(within).operations, 'transaction.payment_receipt.match', {
      id: receipt.id,
      matches: [{ invoice_id: debt.id, amount: debt.amount }],
    })
  }),
  unmatch: on(
    `select d.id, d.amount, '' as other from transaction.payment_receipt_detail d join transaction.payment_receipt_summary s
       on s.id = d.payment_receipt_summary_id where s.provider_id = $1 and s.type = 'receipt' and d.reversal_date is null
     order by d.created_at, d.id`,
    (within, { id }) =>
      doing(within, staff(within).operations, 'transaction.payment_receipt.unmatch', {
        detail_id: id,
        reason: 'Wrong',
      }),
  ),
  reverse: on(receipts, (within, { id }) =>
    doing(within, staff(within).operations, 'transaction.payment_receipt.reverse', { id, reason: 'Bounced' }),
  ),
  refund: on(receipts, (within, { id, amount }, { size }) =>
    doing(within, staff(within).operations, 'transaction.payment_receipt.refund', {
      id,
      amount: part(amount, size),
      reason: 'Paid twice',
    }),
  ),
  cancel_refund: on(
    `select r.id, r.amount, '' as other from transaction.refund r join transaction.payment_receipt_summary s
       on s.id = r.payment_receipt_summary_id where s.provider_id = $1 order by r.created_at, r.id`,
    (within, { id }) =>
      doing(within, staff(within).operations, 'transaction.payment_receipt.cancel_refund', {
        refund_id: id,
        reason: 'Owed after all',
      }),
  ),
  pay_out: (within: Stage) => paidOut(within, within.world.clock.today()),
  batch: (within: Stage) => makeBatch(within, within.world.clock.today()),
  submit: on(batches(`= 'hold'`), (within, { id }) =>
    doing(within, staff(within).operations, 'payment.payment_batch.submit', { id }),
  ),
  review: on(batches(`= 'under_review'`), (within, { id }) =>
    doing(within, staff(within).approver, 'payment.payment_batch.review', { id }),
  ),
  complete: on(batches(`in ('under_review', 'reviewed')`), (within, { id }) =>
    doing(within, staff(within).approver, 'payment.payment_batch.complete', { id }),
  ),
  cancel_batch: on(batches(`not in ('completed', 'cancelled')`), (within, { id }) =>
    doing(within, staff(within).operations, 'payment.payment_batch.cancel', {
      id,
      reason: 'The run date is wrong',
    }),
  ),
  send_back: on(
    `select id, amount, '' as other from transaction.payment_receipt_summary where provider_id = $1 and type = 'payment'
       and bank_account_id is not null order by created_at, human_id`,
    (within, { id }, { b }) =>
      doing(within, staff(within).operations, 'payment.payment_batch.return_payment', {
        payment_id: id,
        return_code: choose(['no_account', 'account_closed', 'other'], b),
      }),
  ),
  confirm_again: on(
    `select a.id, '0' as amount, '' as other from business.bank_account a join business.business b on b.id = a.business_id
     where b.provider_id = $1 and a.held_at is not null and a.hold_ended_at is null order by a.id`,
    (within, { id }) => doing(within, staff(within).approver, 'business.bank_account.confirm_again', { id }),
  ),
  release_item: on(
    `select id, amount, '' as other from payment.payment_batch_item where provider_id = $1 and status = 'held' order by created_at, id`,
    (within, { id }) =>
      doing(within, staff(within).operations, 'payment.payment_batch.release_item', {
        item_id: id,
        reason: 'Asked',
      }),
  ),
  payroll,
  payslips,
} satisfies Record<string, Move>
