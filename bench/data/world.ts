/** Rows for the data benchmark, made by SQL alone: one agency owns a fifth of all invoices, one funder a third. */
import type pg from 'pg'

export const AGENCIES = 50
/** It owns a fifth of all invoices; the others share the rest. */
export const BIGGEST_AGENCY = 1
/** It trades with nobody yet. */
export const EMPTY_AGENCY = AGENCIES + 1
const CLIENTS = 500
const CONTRACTORS = 2_000

const id = (kind: string, n: string) =>
  `('${kind}0000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** In place of an agency's number: the provider, of whom all invoices are. */
export const THE_PROVIDER = 0
/** Ids by number: a agencies, b clients, c contractors, d contracts, e invoice sets, f invoices. */
export const agencyId = (n: number): string =>
  n === THE_PROVIDER ? PROVIDER : `a0000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
/** Any agency but the largest. */
export const usualAgency = (random: () => number): number => 2 + Math.floor(random() * (AGENCIES - 1))
const PROVIDER = '90000000-0000-7000-8000-000000000001'
const FUNDER = '90000000-0000-7000-8000-000000000002'
const ENTITY = '90000000-0000-7000-8000-000000000003'
const GBP = '00000000-0000-7000-8000-000000000826'
const TAX = '00000000-0000-7000-8000-0000000000a1'

const businesses = `
  insert into business.business (id, human_id, name, type, status, provider_id, funding_model, payment_type)
  select * from (values ('${PROVIDER}'::uuid, 'PRO1', 'Provider', 'provider', 'onboarded', null::uuid, null::text, null::text),
      ('${FUNDER}', 'FUN1', 'Funder', 'funder', 'onboarded', '${PROVIDER}', null, null)) v
  union all select ${id('a', 'n')}, 'AGY' || n, 'Agency ' || n, 'agency', 'onboarded', '${PROVIDER}', 'direct', null from generate_series(1, ${EMPTY_AGENCY}) n
  union all select ${id('b', 'n')}, 'CLI' || n, 'Client ' || n, 'client', 'onboarded', '${PROVIDER}', null, null from generate_series(1, ${CLIENTS}) n
  union all select ${id('c', 'n')}, 'CON' || n, 'Contractor ' || n, 'contractor', 'onboarded', '${PROVIDER}', null, 'paye' from generate_series(1, ${CONTRACTORS}) n`

const TYPES = `array['provider-client', 'contractor-agency', 'agency_earnings', 'platform_fee', 'agency-client']`

/** Every column that may not be null, and those the list shows. Six in ten are closed, three open, one cancelled. */
const invoices = (count: number) => `
  insert into transaction.invoice (id, human_id, invoice_set_id, type, generation_type, status, funding_type, provider_id, agency_id,
    client_id, contractor_id, funder_id, from_business_id, to_business_id, from_invoice_entity_id, to_invoice_entity_id, contract_id,
    transaction_id, transaction_type, currency_id, amount, tax_amount, total_amount, outstanding_balance, business_tax_id,
    raised_date, tax_point, due_date, created_at, updated_at, po_number)
  select ${id('f', 'n')}, 'INV-' || agency || '-' || n, ${id('e', 'n / 5')}, (${TYPES})[1 + n % 5], 'timesheet', status, 'funded',
    '${PROVIDER}', ${id('a', 'agency')}, ${id('b', `1 + n % ${CLIENTS}`)}, ${id('c', `1 + n % ${CONTRACTORS}`)},
    case when n % 20 < 7 then '${FUNDER}'::uuid end, '${PROVIDER}', ${id('b', `1 + n % ${CLIENTS}`)}, '${ENTITY}', '${ENTITY}',
    ${id('d', `1 + n % ${CONTRACTORS}`)}, ${id('e', 'n / 5')}, 'timesheet', '${GBP}', amount, round(amount * 0.2, 2), amount + round(amount * 0.2, 2),
    case status when 'open' then amount + round(amount * 0.2, 2) else 0 end, '${TAX}',
    date '2024-01-01' + day, date '2024-01-01' + day, date '2024-01-31' + day,
    timestamptz '2024-01-01' + day * interval '1 day', timestamptz '2024-01-01' + n * interval '1 minute', 'PO' || n % 1000
  from (select n, case when n % 5 = 0 then 1 else 2 + (n::bigint * 7919) % ${AGENCIES - 1} end as agency, n % 700 as day,
      case when (n / 3) % 10 < 6 then 'closed' when (n / 3) % 10 < 9 then 'open' else 'cancelled' end as status,
      round(100 + (n::bigint * 31) % 90000 / 10.0, 2) as amount
    from generate_series(1, ${count}) n) r`

/** Fills an empty database. Indexes come after the rows; foreign keys are not asked where the owner may say so. */
export async function fillWorld(owner: pg.Pool, count: number): Promise<void> {
  const client = await owner.connect()
  try {
    const { rows: power } = await client.query<{ is_super: boolean }>(
      'select rolsuper as is_super from pg_roles where rolname = current_user',
    )
    if (!power[0]?.is_super)
      throw new Error('The benchmark fills its tables as a superuser: leave DATABASE_URL out.')
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
       where indrelid = 'transaction.invoice'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    )
    await client.query('set session_replication_role = replica')
    await client.query('begin')
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(businesses)
    await client.query(invoices(count))
    for (const { made } of indexes) await client.query(made)
    await client.query('commit')
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze transaction.invoice')
    await client.query('vacuum analyze business.business')
    await client.query('vacuum analyze platform.currency')
  } finally {
    client.release()
  }
}
