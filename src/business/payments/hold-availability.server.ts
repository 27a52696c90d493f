/** Holds payments beyond an agency's availability: when a batch is made, at its review, and until it is paid. */
import { type CurrencyCode, parseMoney } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { availabilityHolds, type FamilyFunds, type GateItem } from './availability-gate.rules.ts'
import { holdItems } from './batch-item.server.ts'
import type { BatchRow } from './load-batch.server.ts'

type Run = Pick<BatchRow, 'id' | 'principal_id' | 'currency_id' | 'made_by'>

/** Two runs of a principal in a currency follow one another. Taken before any document is locked. */
export function lockAvailability(
  tx: Tx,
  { principal_id, currency_id }: Pick<Run, 'principal_id' | 'currency_id'>,
): Promise<void> {
  return lockKey(tx, 'availability', principal_id, currency_id)
}

type ItemRow = {
  readonly id: string
  readonly is_ours: boolean
  readonly agency_id: string
  readonly amount: string
  readonly vat: string
  readonly type: string
  readonly due_date: string
  readonly family_id: string
  readonly currency: CurrencyCode
}
type Room = { readonly agency_id: string; readonly amount: string; readonly overadvance: string }

/** Batches with included items that use availability before this run. */
const before = {
  build: ['hold', 'under_review', 'reviewed'],
  review: ['reviewed'],
  complete: [],
} as const

/** Reasons by item of this batch. Payments without an open debt are no advances and are left out. */
export async function findBeyond(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  run: Run,
  at: keyof typeof before,
): Promise<Map<string, string>> {
  const items = await includedItems(tx, run, before[at])
  const agency_ids = [...new Set(items.filter((one) => one.is_ours).map((one) => one.agency_id))]
  const code = items[0]?.currency
  if (code === undefined || agency_ids.length === 0) return new Map()
  const rooms = await tx.rows<Room>('select * from report.funding_availability($1, $2, $3, $4, $5)', [
    run.principal_id,
    clock.today(),
    agency_ids,
    run.currency_id,
    run.made_by,
  ])
  if (rooms.length === 0) return new Map()
  const families = await fundsOf(
    tx,
    items.map((one) => one.family_id),
    code,
  )
  return new Map(
    rooms.flatMap((room) => [
      ...availabilityHolds(
        {
          availability: parseMoney(room.amount, code),
          overadvance: parseMoney(room.overadvance, code),
          families,
        },
        items.filter((one) => one.agency_id === room.agency_id).map((one) => gateItem(one, code)),
      ),
    ]),
  )
}

async function fundsOf(
  tx: Tx,
  family_ids: readonly string[],
  code: CurrencyCode,
): Promise<Map<string, FamilyFunds>> {
  const rows = await tx.rows<{ id: string; out: string; vat_paid: string; vat_repaid: string }>(
    `select f.id, a.paid - a.received - a.recovered as out, a.vat_paid, a.vat_repaid
     from unnest($1::uuid[]) f (id) cross join lateral transaction.family_funds(f.id) a`,
    [[...new Set(family_ids)]],
  )
  const of = (text: string) => parseMoney(text, code)
  return new Map(
    rows.map((one) => [
      one.id,
      { out: of(one.out), vat_paid: of(one.vat_paid), vat_repaid: of(one.vat_repaid) },
    ]),
  )
}

function gateItem(row: ItemRow, code: CurrencyCode): GateItem {
  const kind = row.type === 'contractor-agency' ? 'contractor' : 'earnings'
  return {
    id: row.id,
    kind: row.is_ours ? kind : 'taken',
    due_date: row.due_date,
    amount: parseMoney(row.amount, code),
    vat: parseMoney(row.vat, code),
    family_id: row.family_id,
  }
}

function includedItems(tx: Tx, run: Run, statuses: readonly string[]): Promise<ItemRow[]> {
  return tx.rows<ItemRow>(
    `select p.id, p.payment_batch_id = $1 as is_ours, i.agency_id, p.amount, i.type, i.due_date,
       case i.type when 'agency_earnings' then p.amount
         when 'contractor-agency' then round(p.amount * i.tax_amount / nullif(i.total_amount, 0), 2) else 0 end as vat,
       coalesce(s.corrects_set_id, s.id) as family_id,
       y.alpha_code as currency
     from payment.payment_batch b
     join platform.currency y on y.id = b.currency_id
     join payment.payment_batch_item p on p.payment_batch_id = b.id and p.status = 'included'
     join transaction.invoice i on i.id = p.invoice_id
     join transaction.invoice_set s on s.id = i.invoice_set_id
     where (b.id = $1 or (b.principal_id = $2 and b.currency_id = $3 and b.status = any ($4)))
       and i.release_condition <> 'client_receipt'
       and exists (select from transaction.invoice c
         where c.invoice_set_id in (select coalesce(s.corrects_set_id, s.id)
             union all select o.id from transaction.invoice_set o where o.corrects_set_id = coalesce(s.corrects_set_id, s.id))
           and c.type in ('provider-client', 'agency-client', 'funder-client') and c.status = 'open' and c.deleted_at is null)
     order by p.id`,
    [run.id, run.principal_id, run.currency_id, statuses],
  )
}

/** Holds them, with the reason. @returns how many */
export async function holdBeyond(context: VerbContext, run: Run, at: 'build' | 'review'): Promise<number> {
  return holdItems(context, run.id, await findBeyond(context, run, at))
}
