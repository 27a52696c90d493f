import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { addDays, formatDay } from '#kernel/day.ts'
import { conflict, invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { compare, currency, formatMoney, isPositive, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { payment_promise } from './credit.entity.ts'
import type { Debt } from './write-letters.server.ts'

const input = z.strictObject({
  invoice_id: z.uuid(),
  amount: z.string().min(1).max(15, { error: validationText.max }),
  promised_date: dayInput,
  note: z
    .string()
    .trim()
    .max(1000, { error: validationText.max_length(1000) })
    .optional(),
})

type Row = Debt & { type: InvoiceType; status: string; paid_amount: string; alpha_code: string }

/** Records a client's promise to pay: no reminder until the end of that day. One promise at a time. */
export const promisePayment = verb({
  action_id: 'transaction.payment_promise.record',
  since: '0.1.0',
  summary: "Records a client's promise to pay",
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers, provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { invoice_id, amount: text, promised_date, note }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.invoice', [invoice_id], {
      lock: true,
      columns: 't.*, (select y.alpha_code from platform.currency y where y.id = t.currency_id) as alpha_code',
    })
    if (!row) throw notFound('Invoice')
    if (row.status !== 'open' || !isClientFacing(row.type)) {
      throw precondition(`Nothing is owed by a client on ${row.human_id}`)
    }
    const code = currency(row.alpha_code)
    const amount = parseMoney(text, code)
    if (!isPositive(amount)) throw invalid({ amount: validationText.positive })
    if (compare(amount, parseMoney(row.outstanding_balance, code)) > 0)
      throw invalid({ amount: validationText.max })
    if (promised_date < clock.today())
      throw invalid({ promised_date: validationText.min_date(formatDay(addDays(clock.today(), -1))) })
    const id = newUuid(clock)
    const made = await insertRow(
      tx,
      payment_promise,
      {
        id,
        invoice_id: row.id,
        provider_id: row.provider_id,
        agency_id: row.agency_id,
        client_id: row.client_id,
        funder_id: row.funder_id,
        currency_id: row.currency_id,
        amount: formatMoney(amount),
        promised_date,
        paid_before: row.paid_amount,
        note: note ?? null,
        user_name: viewer.user_name,
        created_at: clock.now(),
        updated_at: clock.now(),
      },
      "on conflict (invoice_id) where status = 'open' do nothing",
    )
    if (made === 0) throw conflict(`There is a promise for ${row.human_id} already`)
    context.audit({
      entity: 'transaction.payment_promise',
      entity_id: id,
      new_values: { invoice: row.human_id, amount: formatMoney(amount), promised_date },
    })
    return { id }
  },
})

const withdrawing = z.strictObject({ id: z.uuid() })

/** Withdraws the promise: reminders resume. */
export const withdrawPromise = verb({
  action_id: 'transaction.payment_promise.withdraw',
  since: '0.1.0',
  summary: "Withdraws a client's promise to pay",
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers, provider: provider_staff },
  input: withdrawing,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<{ id: string; status: string }>(
      tx,
      viewer,
      'transaction.payment_promise',
      [id],
      {
        lock: true,
      },
    )
    if (row?.status !== 'open') throw precondition('The promise no longer stands')
    await updateRow(tx, payment_promise, row.id, { status: 'withdrawn', updated_at: clock.now() })
    context.audit({
      entity: 'transaction.payment_promise',
      entity_id: row.id,
      old_values: { status: 'open' },
      new_values: { status: 'withdrawn' },
    })
    return { id: row.id }
  },
})
