/** Asks HMRC about VAT numbers: of new parties, of changed numbers, when somebody asks, and every 90 days (decision 0118). */
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { keepSetting, keptSetting } from '#server/kept-settings.server.ts'
import type { VatTrader } from '#server/lookups/vat-register.rules.ts'
import { vatChecksOf } from '#server/lookups/vat-register.server.ts'
import type { Recording, Sending } from '#server/mail/outbox-deliver.server.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import { openContext } from '#server/perform.server.ts'
import type { Settings } from '#server/settings.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { updateRow } from '#server/write-row.server.ts'
import { company } from '../company.entity.ts'
import { companyTopic } from '../company-topic.job.ts'
import {
  afterSilence,
  HMRC_NUMBER_SQL,
  hmrcNumber,
  isAnswer,
  isCheckable,
  RECHECK_DAYS,
  RETRY_DAYS,
  type VatCheckStatus,
} from '../vat-check.rules.ts'
import { tellAnswered } from './answered.server.ts'
import { CHECK_TOPIC, checkVat } from './check-vat.server.ts'
import { vatRequester } from './vat-requester.server.ts'

type Row = {
  readonly id: string
  readonly provider_id: string
  readonly is_vat_registered: boolean
  readonly vat_registration_no: string | null
  readonly vat_check_status: VatCheckStatus
}

const readRow = (tx: Tx, id: string, lock: '' | 'for update of c' = '') =>
  tx.row<Row>(
    `select c.id, (select coalesce(b.provider_id, b.id) from business.business b where b.company_id = c.id order by b.id limit 1)
         as provider_id, c.is_vat_registered, c.vat_registration_no, c.vat_check_status
     from business.company c where c.id = $1 and c.deleted_at is null ${lock}`,
    [id],
  )

type Values = {
  readonly vat_check_status: VatCheckStatus
  readonly vat_check_name: string | null
  readonly vat_consultation_number: string | null
}

const valuesOf = (trader: VatTrader | null): Values => ({
  vat_check_status: trader === null ? 'not_found' : 'valid',
  vat_check_name: trader?.name ?? null,
  vat_consultation_number: trader?.consultation_number ?? null,
})

/** The answer, unless the number changed while HMRC was asked. */
async function keepAnswer(
  { tx, clock, settings }: Recording,
  { id, vat_registration_no }: Row,
  trader: VatTrader | null,
): Promise<void> {
  const row = await readRow(tx, id, 'for update of c')
  if (!row || row.vat_registration_no !== vat_registration_no) return
  const values = valuesOf(trader)
  const now = clock.now()
  await updateRow(tx, company, id, {
    ...values,
    vat_checked_at: now,
    vat_check_asked_at: null,
    updated_at: now,
  })
  await auditAnswer({ tx, clock, settings }, row, { ...values, vat_registration_no })
}

type At = Pick<Recording, 'tx' | 'clock' | 'settings'>

/** In the name of the product. Work that waited follows another answer. */
async function auditAnswer(
  at: At,
  row: Row,
  new_values: Partial<Values> & Pick<Values, 'vat_check_status'> & Pick<Partial<Row>, 'vat_registration_no'>,
): Promise<void> {
  const viewer = present(await readViewerOfBusiness(at.tx, row.provider_id, []), 'the provider of a company')
  const step = openContext(at, { ...viewer, user_id: SYSTEM }, checkVat.action_id)
  step.context.audit({
    entity: 'business.company',
    entity_id: row.id,
    old_values: { vat_check_status: row.vat_check_status },
    new_values,
  })
  const { vat_check_status: status } = new_values
  if (isAnswer(status) && status !== row.vat_check_status)
    tellAnswered(step.context.enqueue, row.id, at.clock.now())
  await step.finish()
}

/** HMRC gave no answer: the queue asks again. HMRC's earlier answer holds. */
async function keepSilence(at: At, id: string): Promise<void> {
  const { tx, clock } = at
  const row = await readRow(tx, id, 'for update of c')
  if (!row) return
  const vat_check_status = afterSilence(row.vat_check_status)
  const now = clock.now()
  await updateRow(tx, company, id, {
    ...(vat_check_status === 'unavailable' ? { vat_check_status, vat_checked_at: now } : {}),
    vat_check_asked_at: null,
    updated_at: now,
  })
  if (vat_check_status !== row.vat_check_status) await auditAnswer(at, row, { vat_check_status })
}

async function ask({ database, clock, settings }: Sending, company_id: string) {
  const asked = await inTransaction(database, async (tx) => {
    const row = await readRow(tx, company_id)
    return row && { row, requester: await vatRequester(tx, row.provider_id) }
  })
  const { vatRegister } = settings
  if (vatRegister === null || !asked || !isCheckable(asked.row)) return async () => undefined
  const { row, requester } = asked
  const number = present(hmrcNumber(row.vat_registration_no ?? ''), 'a number that HMRC knows')
  const trader = await vatChecksOf(vatRegister, clock).trader(number, requester)
  return (delivery: Recording) => keepAnswer(delivery, row, trader)
}

export const vatCheckTopic = companyTopic({ topic: CHECK_TOPIC, ask, failed: keepSilence })

/** Checks of one round: HMRC takes three calls a second, and people's own checks need some. */
const DUE_MAX = 30

type Upkeep = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly settings: Pick<Settings, 'vatRegister'>
}

/** Every server and job reads in the database whether numbers are checked: self-bills follow it. */
async function keepChecked(tx: Tx, clock: Clock, { vatRegister }: Upkeep['settings']): Promise<void> {
  const value = vatRegister === null ? 'off' : 'on'
  if (((await keptSetting(tx, 'vat_checks')) ?? 'off') !== value)
    await keepSetting({ tx, clock }, 'vat_checks', value, null)
}

/** Queues the checks that are due: new and changed numbers at once, others after 90 days. A restored copy waits for its operator. */
export async function queueDueVatChecks({ database, clock, settings }: Upkeep): Promise<void> {
  await inTransaction(database, async (tx) => {
    await keepChecked(tx, clock, settings)
    if (settings.vatRegister === null) return
    const due = await tx.rows<{ id: string; number: string; provider_id: string }>(
      `select c.id, c.vat_registration_no as number, b.provider_id
       from business.company c cross join lateral (select coalesce(b.provider_id, b.id) as provider_id from business.business b
         where b.company_id = c.id and b.deleted_at is null order by b.id limit 1) b
       where c.is_vat_registered and c.vat_registration_no ~ '${HMRC_NUMBER_SQL}' and c.deleted_at is null
         and (c.vat_check_status = 'unchecked'
           or c.vat_check_status = 'unavailable' and c.vat_checked_at <= $1::timestamptz - interval '${RETRY_DAYS} days'
           or c.vat_check_status in ('valid', 'not_found') and c.vat_checked_at <= $1::timestamptz - interval '${RECHECK_DAYS} days')
         and not exists (select from platform.outbox o
           where o.is_held or (o.topic = '${CHECK_TOPIC}' and o.delivered_at is null and o.payload ->> 'company_id' = c.id::text))
       order by c.vat_checked_at nulls first, c.id limit ${DUE_MAX}`,
      [clock.now()],
    )
    await writeOutbox(
      tx,
      due.map(({ id, number, provider_id }) => ({
        topic: CHECK_TOPIC,
        fact_key: `${CHECK_TOPIC}:${id}:${number}:${clock.today()}`,
        payload: { company_id: id },
        business_id: provider_id,
      })),
    )
  })
}
