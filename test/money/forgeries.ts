/** Forgeries by a holder of the database, each by SQL alone (quality R16). */
import type pg from 'pg'
import { assert } from '#kernel/assert.ts'

type Forge = (client: pg.ClientBase) => Promise<void>

/** A statement that must change a row. */
async function change(client: pg.ClientBase, sql: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(sql)
  const [row] = rows
  assert(row, `the forgery has its effect: ${sql}`)
  return row.id
}

/** A transaction of the ledger that balances, of a client's debt. */
export async function insertEntry(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(`with t as (
      insert into ledger.transaction (kind, source_entity, source_id, principal_id, provider_id, agency_id, fact_key, post_date)
      select kind, source_entity, source_id, principal_id, provider_id, agency_id, fact_key || ':again', post_date
      from ledger.transaction limit 1 returning id, principal_id, agency_id, post_date)
    insert into ledger.posting (transaction_id, account_id, agency_id, currency_id, amount, post_date)
    select t.id, a.id, t.agency_id, a.currency_id, case a.nth when 1 then 1000 else -1000 end, t.post_date
    from t join lateral (select *, row_number() over (order by kind) as nth from ledger.account l
      where l.principal_id = t.principal_id and l.currency_id = '00000000-0000-7000-8000-000000000826' limit 2) a on true`)
  assert(rowCount === 2, 'the entry has two postings')
}

/** The same by the ledger's own function. */
export async function postEntry(client: pg.ClientBase): Promise<void> {
  await client.query(`select ledger.post(jsonb_build_object('at', t.created_at,
      'entries', jsonb_build_array(to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'fact_key', t.fact_key || ':by hand',
        'reverses_id', null)),
      'accounts', (select jsonb_agg(jsonb_build_object('principal_id', t.principal_id, 'kind', kind, 'business_id', null,
        'currency', 'GBP') order by kind) from unnest(array['bank', 'sales']) kind),
      'postings', jsonb_build_object('id', jsonb_build_array(gen_random_uuid(), gen_random_uuid()), 'entry', '[1, 1]'::jsonb,
        'account', '[1, 2]'::jsonb, 'invoice', '[null, null]'::jsonb, 'amount', '["1000", "-1000"]'::jsonb)))
    from ledger.transaction t where t.reverses_id is null limit 1`)
}

/** Seals rows by the database's own functions. */
async function seal(client: pg.ClientBase, table: string, ids: string): Promise<void> {
  await client.query(`with tx as (select nextval('log.seal_tx') as no)
    insert into log.seal_log (tx, table_no, op, ids, hashes)
    select tx.no, s.no, 'I', array_agg(r.id), array_agg(log.row_hash(to_jsonb(r)))
    from tx, log.sealed_table s, ${table} r where s.name = '${table}' and r.id in (${ids}) group by 1, 2`)
}

/** And closes them, with a code of its own making, by the newest key's name. */
async function close(client: pg.ClientBase): Promise<void> {
  await client.query(`select set_config('stint.seal_tx', (select max(tx) from log.seal_log)::text, true)`)
  await client.query(`select log.keep_mac(c.chain, c.no, c.tx, c.at, (select max(key_id) from log.tx_mac), '',
      encode(sha256(convert_to(c.digest, 'UTF8')), 'hex'))
    from log.close_seals() c`)
}

const copy = (table: string, changed: string) =>
  `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), ${changed}))).* from ${table} r limit 1 returning id`

export const forgeries: Readonly<Record<string, Forge>> = {
  'a balanced entry inserted by SQL': insertEntry,
  'a balanced entry by the ledger’s own function': postEntry,
  'the same, sealed by the database’s functions': async (client) => {
    await insertEntry(client)
    await seal(
      client,
      'ledger.transaction',
      `select id from ledger.transaction where fact_key like '%:again'`,
    )
    await seal(
      client,
      'ledger.posting',
      `select p.id from ledger.posting p join ledger.transaction t on t.id = p.transaction_id where t.fact_key like '%:again'`,
    )
    await close(client)
  },
  'an inserted credit limit of 9,999,999': async (client) => {
    const days = `'effective_from', '2020-01-01', 'effective_to', '2020-12-31'`
    await change(client, copy('business.credit_limit', `'amount', 9999999, ${days}`))
  },
  'an inserted fee rule of 0 %': async (client) => {
    await change(client, copy('contract.service_charge', `'value', 0, 'effective_from', '2020-01-01'`))
  },
  'a placement fee that is 100 more': async (client) => {
    await change(
      client,
      `update contract.contract set placement_fee = coalesce(placement_fee, 9600) + 100 where id = (select id from contract.contract
       order by placement_fee is null limit 1) returning id`,
    )
  },
  'another payee company': async (client) => {
    await change(
      client,
      `update contract.contract c set payment_company_id = (select o.payment_company_id from contract.contract o
       where o.payment_company_id <> c.payment_company_id limit 1)
       where id = (select id from contract.contract where payment_company_id is not null limit 1) returning id`,
    )
  },
  'a role that was given by hand': async (client) => {
    await change(
      client,
      `update business.business_contact set roles = roles || '{provider_admin}' where id = (select c.id from business.business_contact c
       where not 'provider_admin' = any (c.roles) limit 1) returning id`,
    )
  },
  'another rate of VAT': async (client) => {
    await change(client, `update config.tax_rate set rate = 15 where rate = 20 returning id`)
  },
  'a password of another account': async (client) => {
    await change(
      client,
      `update auth.account set password = 'x' where id = (select id from auth.account limit 1) returning id`,
    )
  },
  'a cut tail of an audit chain with its head moved': async (client) => {
    await client.query(`with last as (select chain_id, max(chain_no) as no from log.audit group by 1 having max(chain_no) > 2 limit 1),
        gone as (delete from log.audit a using last where a.chain_id = last.chain_id and a.chain_no = last.no)
      update log.audit_head h set chain_no = b.chain_no, hash = b.hash from last
      join log.audit b on b.chain_id = last.chain_id and b.chain_no = last.no - 1 where h.chain_id = last.chain_id`)
  },
  'an edit that is sealed again by the database’s functions': async (client) => {
    const id = await change(
      client,
      `update transaction.invoice set po_number = 'FORGED' where id = (select id from transaction.invoice limit 1) returning id`,
    )
    await seal(client, 'transaction.invoice', `'${id}'`)
    await close(client)
  },
  'an edit whose table is sealed again as at an upgrade': async (client) => {
    await change(
      client,
      `update transaction.invoice set po_number = 'FORGED' where id = (select id from transaction.invoice limit 1) returning id`,
    )
    await client.query(`call log.keep_sealed('transaction.invoice')`)
  },
  'another text of a mail': async (client) => {
    await change(
      client,
      `update log.mail set body_text = body_text || ' Pay to another account.' where id = (select id from log.mail limit 1) returning id`,
    )
  },
}

/** Takes away the transaction that wrote a row, and all after it in its chain, with rows, seals, codes and heads. */
export async function cutTail(client: pg.ClientBase, row_id: string): Promise<void> {
  const { rows } = await client.query<{ tx: string; name: string; ids: string[]; chain: number; no: string }>(
    `with cut as (select m.chain, m.no from log.tx_mac m join log.seal_log l on l.tx = m.tx where $1 = any (l.ids) limit 1)
     select m.tx, t.name, l.ids, cut.chain, cut.no from cut
     join log.tx_mac m on m.chain = cut.chain and m.no >= cut.no
     join log.seal_log l on l.tx = m.tx and l.op = 'I' join log.sealed_table t on t.no = l.table_no`,
    [row_id],
  )
  const [first] = rows
  assert(first, 'the row was sealed')
  for (const table of ['log.tx_mac', 'log.seal_log', ...new Set(rows.map(({ name }) => name))])
    await client.query(`alter table ${table} disable trigger user`)
  for (const { name, ids } of rows) await client.query(`delete from ${name} where id::text = any ($1)`, [ids])
  const params = [first.chain, first.no]
  await client.query(
    'delete from log.seal_log using log.tx_mac m where m.tx = seal_log.tx and m.chain = $1 and m.no >= $2',
    params,
  )
  await client.query('delete from log.tx_mac where chain = $1 and no >= $2', params)
  await client.query(
    'update log.seal_head h set no = m.no, mac = m.mac from log.tx_mac m where h.chain = $1 and m.chain = $1 and m.no = $2::bigint - 1',
    params,
  )
}
