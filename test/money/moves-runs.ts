/** Runs ahead of their day, the bank's own files, and whoever stands between, as steps of a walk (every-move.db.test.ts). */
import { addDays } from '#kernel/day.ts'
import { reviewBatch, sterling } from '../fixtures/cash.ts'
import { act } from '../fixtures/world.ts'
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
  type Stage,
  staff,
} from './moves-stage.ts'

const account_columns = { bank_name: 'Bank of York', account_holder_name: 'Ada Byron', sort_code: '001000' }

const csv_map = {
  date_column: 'Date',
  date_format: 'YYYY-MM-DD',
  amount_column: 'Amount',
  in_column: null,
  out_column: null,
  mark_column: null,
  reference_columns: ['Reference'],
  counterparty_column: 'Name',
  bank_id_column: null,
  balance_column: null,
}

/** Payments that may come back. */
const payments = `select id, amount, reference as other from transaction.payment_receipt_summary where provider_id = $1 and type = 'payment'
  and bank_account_id is not null and status not in ('reversed', 'cancelled') order by created_at, human_id`

/** A line of the bank that nobody has made anything of, and the client that it names. */
const lines = `select l.id, l.amount, i.client_id as other from transaction.bank_line l
  join transaction.invoice i on i.provider_id = l.provider_id and l.reference like '%' || i.human_id || '%'
  where l.provider_id = $1 and l.amount > 0 and not exists (select from transaction.payment_receipt_summary s where l.id in (s.bank_line_id, s.returned_line_id))
  order by l.created_at, l.id`

const ahead = (within: Stage, size: number) => addDays(within.world.clock.today(), 1 + (size % 6))
const batchOf = (within: Stage, run_date: string) =>
  doing(within, staff(within).operations, 'payment.payment_batch.create', {
    run_date,
    currency_id: sterling,
    principal_id: within.principal.id,
  })

export const run_moves = {
  batch_ahead: (within: Stage, { size }: Asked) => batchOf(within, ahead(within, size)),
  pay_ahead: async (within: Stage, { size }: Asked) => {
    const { id } = await batchOf(within, ahead(within, size))
    await reviewBatch(within.world, staff(within), { id })
    return doing(within, staff(within).approver, 'payment.payment_batch.complete', { id })
  },
  hold_item: on(
    `select i.id, i.amount, '' as other from payment.payment_batch_item i join payment.payment_batch b on b.id = i.payment_batch_id
     where i.provider_id = $1 and i.status = 'included' and b.status in ('hold', 'under_review') order by i.created_at, i.id`,
    (within, { id }) =>
      doing(within, staff(within).operations, 'payment.payment_batch.hold_item', {
        item_id: id,
        reason: 'Ask',
      }),
  ),
  /** The bank's file: a client pays a debt by its number, and a payment may come back. */
  statement: async (within: Stage, { a, b }: Asked) => {
    const today = within.world.clock.today()
    const debt = await one(within, open_debt, a)
    const payment = b % 2 === 0 ? await one(within, payments, b) : null
    const { rows } = await within.database.owner.query<{ human_id: string }>(
      'select human_id from transaction.invoice where id = $1',
      [debt?.id ?? null],
    )
    const content = [
      'Date,Amount,Reference,Name\n',
      ...(debt
        ? [`${today},${debt.amount},${rows[0]?.human_id} ${crypto.randomUUID().slice(0, 8)},Client\n`]
        : []),
      ...(payment ? [`${today},${payment.amount},RETURNED ${payment.other},Bank\n`] : []),
    ]
    if (content.length === 1) return nothing
    return doing(within, staff(within).operations, 'transaction.bank_statement.import', {
      bank_account_id: within.principal.account_id,
      file_name: 'today.csv',
      content,
      map: csv_map,
    })
  },
  record_lines: on(lines, (within, { id, other }) =>
    doing(within, staff(within).operations, 'transaction.payment_receipt.record_many', {
      receipts: [{ bank_line_id: id, for_business_id: other }],
    }),
  ),
  auto_match: async (within: Stage) => {
    const { operations } = staff(within)
    type Preview = { matches: { id: string; matches: { invoice_id: string; amount: string }[] }[] }
    const { matches } = await act<Preview>(
      within.world,
      operations,
      'transaction.payment_receipt.auto_match_preview',
      {},
    )
    if (matches.length === 0) return nothing
    const receipts = matches.map(({ id, matches: of }) => ({
      id,
      matches: of.map(({ invoice_id, amount }) => ({ invoice_id, amount })),
    }))
    return doing(within, operations, 'transaction.payment_receipt.auto_match', { receipts })
  },
  send_back_by_line: async (within: Stage, { a }: Asked) => {
    const { operations } = staff(within)
    type Found = { returns: { bank_line_id: string; payment_id: string }[] }
    const { returns } = await act<Found>(within.world, operations, 'transaction.bank_line.returns', {})
    const found = returns[a % Math.max(1, returns.length)]
    if (!found) return nothing
    return doing(within, operations, 'payment.payment_batch.return_payment', {
      payment_id: found.payment_id,
      bank_line_id: found.bank_line_id,
      return_code: 'other',
    })
  },
  reject: on(
    `select id, '0' as amount, client_id as other from transaction.timesheet where provider_id = $1 and status = 'submitted' order by human_id`,
    async (within, { id, other }) => {
      const placement = within.placements.find(({ client }) => client.id === other)
      if (!placement) return nothing
      const asked = { ids: [id], comment: 'Not as agreed' }
      return doing(within, placement.client.approver, 'transaction.timesheet.reject', asked)
    },
  ),
  raise: on(
    `select id, '0' as amount, '' as other from transaction.timesheet where provider_id = $1 and status = 'suspense' order by human_id`,
    (within, { id }) => doing(within, staff(within).operations, 'transaction.timesheet.raise', { ids: [id] }),
  ),
  charge: on(
    `select id, '0' as amount, '' as other from contract.service_charge where provider_id = $1 and effective_to is null order by id`,
    (within, { id }, { size }) =>
      doing(within, staff(within).operations, 'contract.service_charge.supersede', {
        id,
        value: (0.5 + size / 20).toFixed(2),
        effective_from: within.world.clock.today(),
      }),
  ),
  new_account: async (within: Stage, { a, size }: Asked) => {
    const { contractor } = choose(within.placements, a)
    const { rows } = await within.database.owner.query<{ id: string }>(
      `select id from business.bank_account where business_id = $1 and status = 'confirmed' order by id`,
      [contractor.payment_company_id],
    )
    const [account] = rows
    if (!account) return nothing
    const asked = { id: account.id, ...account_columns, account_number: String(10_000_000 + size * 991) }
    return doing(within, by(within).admin, 'business.bank_account.update', asked)
  },
  confirm_account: on(
    `select a.id, '0' as amount, '' as other from business.bank_account a join business.business b on b.id = a.business_id
     where b.provider_id = $1 and a.status = 'pending' order by a.id`,
    (within, { id }) => doing(within, staff(within).approver, 'business.bank_account.confirm', { id }),
  ),
  drop_batch: on(batches(`= 'reviewed'`), (within, { id }) =>
    doing(within, staff(within).operations, 'payment.payment_batch.cancel', {
      id,
      reason: 'The run date is wrong',
    }),
  ),
} satisfies Record<string, Move>
