import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { type CurrencyCode, parseMoney } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { fromSource, insertSelectSql, updateRow } from '#server/write-row.server.ts'
import { debtName } from '../invoices/debt-name.server.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { moneyReasonInput } from '../shared/cash-input.server.ts'
import type { ExposureKey } from './evaluate-disallowance.server.ts'
import { type Judging, judgeDebt } from './follow-disallowance.server.ts'
import { can, movedWords, type ReassignFacts, who } from './reassign.rules.ts'
import { reassignment } from './recourse.entity.ts'

const input = z.strictObject({ id: z.uuid(), reason: moneyReasonInput })
const answer = z.strictObject({ id: z.uuid(), reassigned_on: z.iso.date(), recourse_amount: moneyText })
const takenBackAnswer = z.strictObject({ id: z.uuid(), recourse_amount: moneyText })

/** A client's debt as far as giving it back goes. */
export type ReassignRow = ReassignFacts & {
  readonly id: string
  readonly agency_id: string
  readonly client_id: string
  readonly principal_id: string
  readonly outstanding_balance: string
  readonly currency: CurrencyCode
}

const columnsFor = (
  viewer: Viewer,
) => `t.id, ${debtName(viewer, 't')} as human_id, t.type, t.status, t.is_credit_note, t.reassigned_on, t.agency_id, t.client_id, t.outstanding_balance,
  (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency,
  transaction.principal_of(t.type, t.provider_id, t.funder_id) as principal_id`

/**
 * Reassigns a debt to its agency: the agency owes the advance with its fees, and later receipts are the agency's. The
 * debt has no advance and uses up no limit.
 */
export const reassignInvoice = verb({
  action_id: 'transaction.invoice.reassign',
  since: '0.1.0',
  summary: 'Reassigns a debt to its agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.reassign,
  input,
  output: answer,
  run: async (context, { id, reason }) => {
    const row = await lockDebt(context, id)
    await giveToAgency(context, row, reason)
    return {
      id: row.id,
      reassigned_on: context.clock.today(),
      recourse_amount: await recourseOn(context, row.id),
    }
  },
})

/**
 * Takes a reassigned debt back: mirrored postings cure its recourse, recovered amounts go back to their earnings, and
 * it is judged like any other debt from today on. The days in between keep their history.
 */
export const takeBackInvoice = verb({
  action_id: 'transaction.invoice.take_back',
  since: '0.1.0',
  summary: 'Takes a reassigned debt back',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.takeBack,
  input,
  output: takenBackAnswer,
  run: async (context, { id, reason }) => {
    const row = await lockDebt(context, id)
    await takeFromAgency(context, row, reason)
    return { id: row.id, recourse_amount: await recourseOn(context, row.id) }
  },
})

/** @throws not_found */
export async function lockDebt({ tx, viewer }: VerbContext, id: string): Promise<ReassignRow> {
  const row =
    viewer.category === 'funder'
      ? await fundersOwn(tx, viewer, id)
      : (
          await loadVisible<ReassignRow>(tx, viewer, 'transaction.invoice', [id], {
            lock: true,
            columns: columnsFor(viewer),
          })
        )[0]
  if (!row) throw notFound('Invoice')
  return row
}

/** A funder's own client invoices are not in its lists (spec §6), yet it may reassign them, and no others. */
function fundersOwn(tx: Tx, viewer: Viewer, id: string): Promise<ReassignRow | undefined> {
  return tx.row<ReassignRow>(
    `select ${columnsFor(viewer)} from transaction.invoice t where t.id = $1 and t.funder_id = $2 and t.deleted_at is null
       and transaction.principal_of(t.type, t.provider_id, t.funder_id) = $2 for update`,
    [id, viewer.business_id],
  )
}

type Doing = Judging & Pick<VerbContext, 'viewer'>

/** @throws the refusal of `can.reassign` */
export async function giveToAgency(within: Doing, row: ReassignRow, reason: string): Promise<void> {
  requireCan(can.reassign(row, within.viewer))
  await markReassigned(within, [{ id: row.id, reason }])
  await judgeDebt(within, [{ client_id: row.client_id, principal_id: row.principal_id }])
}

/** @throws the refusal of `can.takeBack`, or that money has moved since */
export async function takeFromAgency(within: Doing, row: ReassignRow, reason: string): Promise<void> {
  const { tx, clock, viewer, audit } = within
  requireCan(can.takeBack(row, viewer))
  const moved = movedWords(row, await movedSince(tx, row))
  if (moved !== null) throw precondition(moved)
  await tx.run(
    `update transaction.reassignment set undone_on = $2, undone_reason = $3, undone_by = $4, updated_at = $5
     where invoice_id = $1 and undone_on is null`,
    [row.id, clock.today(), reason, viewer.user_name, clock.now()],
  )
  await updateRow(tx, invoice, row.id, {
    reassigned_on: null,
    reassign_reason: null,
    updated_at: clock.now(),
  })
  audit?.({
    entity: 'transaction.invoice',
    entity_id: row.id,
    old_values: { reassigned_on: row.reassigned_on },
    new_values: { reassigned_on: null, reason },
  })
  await judgeDebt(within, [{ client_id: row.client_id, principal_id: row.principal_id }])
}

/** Receipts and credits on the document since its reassignment. */
async function movedSince(tx: Tx, row: ReassignRow) {
  const moved = await tx.row<{ paid: string; credited: string }>(
    `select
       (select coalesce(sum(d.amount), 0) from transaction.payment_receipt_detail d
        where d.invoice_id = r.invoice_id and d.reversal_date is null and d.fact_no > r.fact_no) as paid,
       (select coalesce(sum(a.amount), 0) from transaction.credit_allocation a
        where a.invoice_id = r.invoice_id and a.reversal_date is null and a.fact_no > r.fact_no) as credited
     from transaction.reassignment r where r.invoice_id = $1 and r.undone_on is null`,
    [row.id],
  )
  const of = (text: string | undefined) => parseMoney(text ?? '0', row.currency)
  return { paid: of(moved?.paid), credited: of(moved?.credited) }
}

async function recourseOn({ tx }: Pick<VerbContext, 'tx'>, id: string): Promise<string> {
  const after = await tx.row<{ recourse_amount: string }>(
    'select recourse_amount from transaction.invoice where id = $1',
    [id],
  )
  return after?.recourse_amount ?? '0.00'
}

/**
 * Corrected work keeps its risk carrier: a reassigned debt stays the agency's on the new document, for the same
 * reason. `from_set_id` is the credited set.
 */
export async function keepReassigned(within: Judging, from_set_id: string, to_set_id: string): Promise<void> {
  const rows = await within.tx.rows<{ id: string; reason: string; since: string } & ExposureKey>(
    `select n.id, o.reassign_reason as reason, o.fact_no as since, n.client_id, transaction.principal_of(n.type, n.provider_id, n.funder_id) as principal_id
     from transaction.invoice n
     cross join lateral (select i.reassign_reason, r.fact_no from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
       join transaction.reassignment r on r.invoice_id = i.id and r.undone_on is null
       where $1 in (s.id, s.corrects_set_id) and i.type = n.type and i.reassigned_on is not null and i.deleted_at is null
       order by r.fact_no desc limit 1) o
     where n.invoice_set_id = $2 and n.type in ('provider-client', 'agency-client', 'funder-client') and n.status = 'open'
       and not n.is_credit_note and n.reassigned_on is null order by n.id`,
    [from_set_id, to_set_id],
  )
  if (rows.length === 0) return
  await markReassigned(within, rows)
  await judgeDebt(within, rows)
}

async function markReassigned(
  { tx, clock, viewer, audit }: Judging,
  rows: readonly { id: string; reason: string; since?: string }[],
): Promise<void> {
  for (const { id, reason, since } of rows) {
    await updateRow(tx, invoice, id, {
      reassigned_on: clock.today(),
      reassign_reason: reason,
      updated_at: clock.now(),
    })
    await tx.run(
      `${insertSelectSql(reassignment, {
        ...fromSource('i', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
        id: '$2',
        invoice_id: 'i.id',
        principal_id: 'transaction.principal_of(i.type, i.provider_id, i.funder_id)',
        reason: '$3',
        user_name: '$4',
        on_date: '$5',
        undone_reason: 'null',
        undone_by: 'null',
        undone_on: 'null',
        // Corrected work is the agency's since its original is.
        fact_no: `coalesce($7::bigint, nextval('transaction.fact_no'))`,
        created_at: '$6',
        updated_at: '$6',
      })} from transaction.invoice i where i.id = $1`,
      [id, newUuid(clock), reason, viewer?.user_name ?? 'Stint', clock.today(), clock.now(), since ?? null],
    )
    audit?.({
      entity: 'transaction.invoice',
      entity_id: id,
      old_values: { reassigned_on: null },
      new_values: { reassigned_on: clock.today(), reason },
    })
  }
}

/**
 * The day's work for one risk carrier: reassigns debt overdue beyond its rule (`isToReassign`). Debt taken back by
 * hand stays.
 * @returns how many
 */
export async function reassignOverdue(within: Judging, principal_id: string): Promise<number> {
  const { tx, clock } = within
  const due = await tx.rows<{ id: string; reassign_days: number }>(
    `with rule as (
       select f.reassign_days from business.funding_rule f
       where f.principal_id = $1 and f.deleted_at is null and f.effective_from <= $2::date
         and (f.effective_to is null or f.effective_to >= $2::date)
       order by f.effective_from desc limit 1)
     select i.id, r.reassign_days from transaction.invoice i cross join rule r
     where transaction.principal_of(i.type, i.provider_id, i.funder_id) = $1
       and i.type in ('provider-client', 'agency-client', 'funder-client') and i.deleted_at is null and i.status = 'open'
       and i.reassigned_on is null and not i.is_credit_note and i.outstanding_balance > 0
       and i.due_date < $2::date - r.reassign_days
       and not exists (select from transaction.reassignment a where a.invoice_id = i.id and a.undone_on is not null)
     order by i.id for update of i`,
    [principal_id, clock.today()],
  )
  await markReassigned(
    within,
    due.map(({ id, reassign_days }) => ({ id, reason: `More than ${reassign_days} days past its due date` })),
  )
  return due.length
}
