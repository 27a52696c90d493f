import { createHash } from 'node:crypto'
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { addDays, day, formatDay, maxDay } from '#kernel/day.ts'
import { conflict, invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { add, equals, formatMoney, parseMoney, sum } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { isBankDay, nextBankDay } from '../bank/bank-days.rules.ts'
import { dayInput } from '../parties/party-input.server.ts'
import type { payment_batch } from '../payments/payment-batch.entity.ts'
import { batch_checkers } from '../payments/payment-batch.rules.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { bacsFile } from './bacs-file.rules.ts'
import { csvFile } from './csv-file.rules.ts'
import { painFile } from './pain-file.rules.ts'
import { payingAccount, remembered_header } from './paying-account.server.ts'
import { payment_file } from './payment-file.entity.ts'
import type { FileAccount, FileFormat, FileHeader, PaymentOrder } from './payment-file.rules.ts'
import { fileFault } from './payment-file.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  format: z.enum(['bacs', 'pain_001', 'csv']),
  /** The day on which the bank is to pay; the next bank day unless given. */
  processing_day: dayInput.optional(),
  // Differs by bank: docs/payment-files.md.
  volume_serial: z
    .string()
    .trim()
    .regex(/^(?!0{6})[A-Z0-9]{6}$/, { error: 'Six capitals or digits, not all of them zero' })
    .optional(),
  file_number: z
    .number()
    .int({ error: validationText.integer })
    .min(1, { error: validationText.min })
    .max(999, { error: validationText.max })
    .default(1),
  ...remembered_header,
})
const answer = z.strictObject({
  id: z.uuid(),
  file_name: z.string(),
  sha256: z.string(),
  amount: moneyText,
  payment_count: z.number(),
  processing_day: z.iso.date(),
})
type Answer = z.infer<typeof answer>

type Batch = ReadRow<typeof payment_batch, 'id human_id status principal_id currency_id amount run_date'> & {
  readonly currency: CurrencyCode
}

const endings: Readonly<Record<FileFormat, string>> = { bacs: 'txt', pain_001: 'xml', csv: 'csv' }

/**
 * Makes the bank's file of a completed batch, once: its payments, never its set-offs. A second file of the same
 * payments would pay them twice.
 */
export const makePaymentFile = verb({
  action_id: 'payment.payment_batch.make_file',
  since: '0.1.0',
  summary: "Makes the bank's file of a completed payment batch",
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: batch_checkers },
  input,
  output: answer,
  step_up: FIVE_MINUTES,
  run: async (context, asked) => {
    const { clock } = context
    const batch = await lockCompleted(context, asked.id)
    const processing_day = bankDay(context, batch, asked.processing_day)
    if (asked.format === 'bacs' && asked.service_user_number === undefined)
      throw invalid({ service_user_number: validationText.required })
    const order = await readOrder(context, batch, processing_day, asked)
    const fault = fileFault(asked.format, order)
    if (fault !== null) throw precondition(fault)
    const content = contentOf(asked.format, order, clock.today())
    const file = {
      id: newUuid(clock),
      file_name: `${batch.human_id}-${processing_day}.${endings[asked.format]}`,
      sha256: createHash('sha256').update(content).digest('hex'),
      amount: formatMoney(order.total),
      payment_count: order.payments.length,
      processing_day,
    }
    await insertFile(context, batch, asked, file, content)
    context.audit({
      entity: 'payment.payment_file',
      entity_id: file.id,
      new_values: { batch: batch.human_id, format: asked.format, header: order.header, ...file },
    })
    return file
  },
})

async function insertFile(
  { tx, viewer, clock }: VerbContext,
  batch: Batch,
  asked: z.infer<typeof input>,
  file: Answer,
  content: string,
): Promise<void> {
  const made = await insertRow(
    tx,
    payment_file,
    {
      id: file.id,
      payment_batch_id: batch.id,
      provider_id: viewer.business_id,
      currency_id: batch.currency_id,
      format: asked.format,
      file_name: file.file_name,
      content,
      sha256: file.sha256,
      amount: file.amount,
      payment_count: file.payment_count,
      processing_day: file.processing_day,
      service_user_number: asked.format === 'bacs' ? (asked.service_user_number ?? null) : null,
      made_by: viewer.user_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    'on conflict (payment_batch_id) do nothing',
  )
  if (made === 0)
    throw conflict(`The file of batch ${batch.human_id} was made before: a second one would pay twice`)
}

async function lockCompleted({ tx, viewer }: VerbContext, id: string): Promise<Batch> {
  const [batch] = await loadVisible<Batch>(tx, viewer, 'payment.payment_batch', [id], {
    lock: true,
    columns: `t.id, t.human_id, t.status, t.principal_id, t.currency_id, t.amount, t.run_date,
      (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency`,
  })
  if (!batch) throw notFound('Payment Batch')
  if (batch.status !== 'completed')
    throw precondition(`Batch ${batch.human_id} is not completed: its file is made of the payments it makes`)
  return batch
}

/** The books hold the payments from the run on, so the bank pays soon after: a later day is a slip of the pen. */
const DAYS_AHEAD = 31

function bankDay({ clock }: VerbContext, { run_date }: Batch, asked: string | undefined): Day {
  const today = clock.today()
  const chosen = asked === undefined ? nextBankDay(today) : day(asked, 'processing_day')
  if (chosen <= today) throw invalid({ processing_day: validationText.min_date(formatDay(today)) })
  const last = addDays(maxDay(today, run_date), DAYS_AHEAD)
  if (chosen > last) throw invalid({ processing_day: validationText.max_date(formatDay(addDays(last, 1))) })
  if (!isBankDay(chosen)) throw invalid({ processing_day: 'Banks do not work on this day' })
  return chosen
}

function contentOf(format: FileFormat, order: PaymentOrder, today: Day): string {
  if (format === 'bacs') return bacsFile(order, today)
  return format === 'pain_001' ? painFile(order) : csvFile(order)
}

type PaymentRow = FileAccount & {
  readonly human_id: string
  readonly amount: string
  readonly reference: string
}

async function readOrder(
  { tx, clock }: VerbContext,
  batch: Batch,
  processing_day: Day,
  asked: z.infer<typeof input>,
): Promise<PaymentOrder> {
  const rows = await tx.rows<PaymentRow>(
    `select s.human_id, s.amount, s.reference, k.account_holder_name as name, k.account_number, k.sort_code, k.iban, k.swift_code
     from transaction.payment_receipt_summary s join business.bank_account k on k.id = s.bank_account_id
     where s.payment_batch_id = $1 and s.type = 'payment' and s.status not in ('cancelled', 'reversed') and s.deleted_at is null order by s.human_id`,
    [batch.id],
  )
  const { id: _, ...payer } = await payingAccount(tx, batch)
  const payments = rows.map(({ human_id, amount, reference, ...payee }) => ({
    human_id,
    reference,
    payee,
    amount: parseMoney(amount, batch.currency),
  }))
  const total = sum(
    batch.currency,
    payments.map((payment) => payment.amount),
  )
  const returned = await tx.row<{ amount: string }>(
    `select coalesce(sum(amount), 0) as amount from transaction.payment_receipt_summary
     where payment_batch_id = $1 and return_code is not null`,
    [batch.id],
  )
  const sent_back = parseMoney(returned?.amount ?? '0', batch.currency)
  assert(
    equals(add(total, sent_back), parseMoney(batch.amount, batch.currency)),
    'the payments of a batch are its amount',
  )
  if (payments.length === 0) throw precondition(`Every payment of batch ${batch.human_id} was sent back`)
  return {
    batch: batch.human_id,
    currency: batch.currency,
    payer,
    payments,
    processing_day,
    total,
    made_at: clock.now(),
    service_user_number: asked.service_user_number ?? null,
    header: headerOf(asked),
  }
}

function headerOf(asked: z.infer<typeof input>): FileHeader {
  const { owner_at, file_number, message_version, batch_booking } = asked
  const { volume_serial = null, initiator_id = null } = asked
  return { volume_serial, owner_at, file_number, message_version, initiator_id, batch_booking }
}
