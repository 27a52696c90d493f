import type pg from 'pg'
import { expect, test } from 'vitest'
import type { Invariant } from '#business/ledger/invariant.server.ts'
import { keysQuery } from '#business/ledger/invariant-keys.server.ts'
import { invariants } from '#business/ledger/invariants.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { seedApprovedWeek, seedSubmittedTimesheet } from '#test/fixtures/world.ts'
import { verifyAudit } from './audit-verify.server.ts'
import { openPool } from './database.ts'
import { sealed_tables } from './seals/sealed-tables.ts'
import { wrapTx } from './tx.ts'
import { verifyDatabase } from './verify.server.ts'

const { database, world } = await freshWorld()

const broken = async () => (await verifyDatabase(database)).filter((one) => one.broken.length > 0)

for (const funding_model of ['direct', 'agency_billed', 'indirect'] as const) {
  const { placement, second } = await seedApprovedWeek(world, { agency: { funding_model } })
  await seedSubmittedTimesheet(world, placement, second)
}

test('an honest database holds, by every check', async () => {
  expect(await broken()).toEqual([])
  expect((await verifyDatabase(database)).length).toBe(invariants.length + 6)
})

test('a connection lost in the middle: told, and the pool can end', async () => {
  const owner = openPool({ url: database.url, max: 1, name: 'lost', onIdleError: () => undefined })
  const lock = await database.owner.connect()
  const other = openPool({ url: database.url, max: 1, name: 'other', onIdleError: () => undefined })
  await lock.query('begin')
  await lock.query('lock table ledger.posting in access exclusive mode')
  const ended = verifyDatabase({ owner, booksKeys: null }).catch((error: unknown) => error)
  // Not in the lock's transaction, which sees the same activity for ever.
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lost' and datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await other.query(cut)).rowCount).toBe(1)
  expect(await ended).toBeInstanceOf(Error)
  await owner.end()
  await other.end()
  await lock.query('rollback')
  lock.release()
})

const invoice = `(select id from transaction.invoice where type = 'provider-client' limit 1)`

/** Edits behind the product's back, each with the check that must see it and the check's words. */
const edits: readonly { says: string; id: string; edit: string; finding: RegExp }[] = [
  {
    says: 'a penny more on one posting',
    id: 'I1',
    edit: `update ledger.posting set amount = amount + 0.01 where id = (select id from ledger.posting limit 1)`,
    finding: /is out by 0.01/,
  },
  {
    says: 'a ledger transaction without postings',
    id: 'I1',
    edit: `insert into ledger.transaction (kind, source_entity, source_id, principal_id, provider_id, fact_key, post_date)
      select 'match', 'x', id, id, id, 'x', '2025-06-15' from business.business where type = 'provider' limit 1`,
    finding: /has no postings/,
  },
  {
    says: 'a penny more on one line',
    id: 'I2',
    edit: `update transaction.invoice_line set amount = amount + 0.01, total_amount = total_amount + 0.01 where invoice_id = ${invoice}`,
    finding: /its lines[\s\S]*is not/,
  },
  {
    says: 'a line gone',
    id: 'I2',
    edit: `delete from transaction.invoice_line where invoice_id = ${invoice}`,
    finding: /its lines/,
  },
  {
    says: 'an outstanding balance that no receipt explains',
    id: 'I3',
    edit: `update transaction.invoice set outstanding_balance = outstanding_balance - 1 where id = ${invoice}`,
    finding: /outstanding/,
  },
  {
    says: 'an invoice left open with nothing outstanding',
    id: 'I3',
    edit: `update transaction.invoice set outstanding_balance = 0 where id = ${invoice}`,
    finding: /is open with 0.00 outstanding/,
  },
  {
    says: 'an invoiced timesheet that is not approved',
    id: 'I5',
    edit: `update transaction.timesheet set status = 'submitted' where id = (select timesheet_id from transaction.invoice_set limit 1)`,
    finding: /is submitted and has 1 live/,
  },
  {
    says: 'an hour more than was invoiced',
    id: 'I5',
    edit: `update transaction.timesheet_detail set units = units + 1 where id =
      (select d.id from transaction.timesheet_detail d join transaction.invoice_set s using (timesheet_id) limit 1)`,
    finding: /units approved[\s\S]*its days/,
  },
  {
    says: 'a pound moved from the agency to the contractor on the set alone',
    id: 'I6',
    edit: `update transaction.invoice_set set contractor_gross = contractor_gross + 1, contractor_net = contractor_net + 1,
      agency_gross = agency_gross - 1, agency_net = agency_net - 1 where id = (select id from transaction.invoice_set limit 1)`,
    finding: /its documents/,
  },
  {
    says: 'a number out of its series',
    id: 'I11',
    edit: `update transaction.invoice set human_id = 'INV-1-000999' where id = ${invoice}`,
    finding: /the counter at/,
  },
  {
    says: 'a number skipped',
    id: 'I11',
    edit: `update platform.invoice_series set last_number = last_number + 1
      where series_no = (select min(series_no) from platform.invoice_series)`,
    finding: /the counter at/,
  },
  {
    says: 'a debt that is not in the ledger',
    id: 'I12',
    edit: `update transaction.invoice set total_amount = total_amount + 1, amount = amount + 1,
      outstanding_balance = outstanding_balance + 1 where id = ${invoice}`,
    finding: /the ledger has/,
  },
  {
    says: 'a contractor owed more than was posted',
    id: 'I12',
    edit: `update transaction.invoice set outstanding_balance = outstanding_balance + 1 where type = 'contractor-agency'`,
    finding: /contractor_payable of/,
  },
  {
    says: 'an audit row changed',
    id: 'I16',
    edit: `update log.audit set new_values = '{"status": "rejected"}' where id = (select max(id) from log.audit)`,
    finding: /it was changed/,
  },
  {
    says: 'an audit row gone',
    id: 'I16',
    edit: `delete from log.audit where id = (select max(id) from log.audit where new_values->>'status' = 'approved')`,
    finding: /1 activities, 0 audit rows/,
  },
  {
    says: 'a status changed without a step',
    id: 'I16',
    edit: `update transaction.timesheet set status = 'rejected' where status = 'submitted'`,
    finding: /its last activity says/,
  },
  {
    says: 'VAT of a contractor reclaimed that nobody charged',
    id: 'I18',
    edit: `update transaction.invoice set tax_amount = tax_amount + 1, amount = amount - 1 where id =
      (select id from transaction.invoice where type = 'contractor-agency' limit 1)`,
    finding: /VAT report of .* its invoice sets/,
  },
  {
    says: 'a document moved into another quarter',
    id: 'I18',
    edit: `update transaction.invoice set raised_date = raised_date - 92 where id =
      (select id from transaction.invoice where type in ('agency-provider', 'agency-client', 'agency-funder') limit 1)`,
    finding: /VAT report of [\s\S]*VAT report of/,
  },
  {
    says: 'VAT of the agency that only its set knows of',
    id: 'I18',
    edit: `update transaction.invoice_set set agency_tax = agency_tax - 1, fee_tax = fee_tax + 1, fee_net = fee_net - 1,
      agency_net = agency_net + 1 where id = (select id from transaction.invoice_set limit 1)`,
    finding: /VAT report of .* its invoice sets/,
  },
  {
    says: 'a posting in another currency',
    id: 'I20',
    edit: `update ledger.posting set currency_id = '00000000-0000-7000-8000-000000000978'
      where transaction_id = (select id from ledger.transaction limit 1)`,
    finding: /another currency/,
  },
  {
    says: 'an invoice in the hands of another party',
    id: 'parties',
    edit: `update transaction.invoice set client_id = provider_id where id = ${invoice}`,
    finding: /names other parties/,
  },
  {
    says: 'money in the bank that no statement brought',
    id: 'L1',
    edit: `with a as (insert into ledger.account (principal_id, kind, business_id, currency_id)
        select principal_id, 'bank', null, currency_id from ledger.account where kind = 'sales' limit 1 returning id, currency_id)
      insert into ledger.posting (transaction_id, account_id, currency_id, amount, post_date)
      select t.id, a.id, a.currency_id, 7, t.post_date from a, (select * from ledger.transaction limit 1) t`,
    finding: /bank of \w+ in GBP: 0 of statement lines, 0 by hand and 0 paid make 0, the books say 7.00/,
  },
  {
    says: 'a receipt of more than its statement line',
    id: 'L1',
    edit: `with p as (select id from business.business where type = 'provider' limit 1),
      a as (insert into business.bank_account (business_id, bank_name, account_holder_name, account_number, sort_code, currency_id)
        select id, 'Bank', 'By hand', '12345678', '123456', '00000000-0000-7000-8000-000000000826' from p returning id, business_id, currency_id),
      l as (insert into transaction.bank_line (bank_account_id, provider_id, currency_id, transaction_date, amount, reference, counterparty, dedupe_key)
        select id, business_id, currency_id, '2025-06-15', 8, '', '', 'x' from a returning *)
      insert into transaction.payment_receipt_summary (human_id, type, status, for_business_id, principal_id, provider_id,
        currency_id, amount, transaction_date, created_by, bank_line_id)
      select 'REC-BY-HAND', 'receipt', 'allocated', provider_id, provider_id, provider_id, currency_id, 9, '2025-06-15', 'a', id from l`,
    finding: /receipt REC-BY-HAND of 2025-06-15 says 9.00, its statement line of 2025-06-15 says 8.00/,
  },
  {
    says: 'a platform fee that the funder owes somebody else',
    id: 'L7',
    edit: `update transaction.invoice set from_business_id = agency_id where type = 'platform_fee'`,
    finding: /platform fee \S+ of \S+: 0 is owed by FUN\w+ in its books, 0 stands in others/,
  },
  {
    says: 'a sum moved into another’s books',
    id: 'L9',
    edit: `update ledger.posting set account_id = (select b.id from ledger.account a join ledger.account b using (kind, currency_id)
        where a.kind = 'sales' and a.principal_id < b.principal_id limit 1)
      where id = (select p.id from ledger.posting p join ledger.account a on a.id = p.account_id and a.kind = 'sales'
        where a.principal_id = (select min(principal_id::text)::uuid from ledger.account where kind = 'sales') limit 1)`,
    finding: /entry \S+ in the books of \w+ leaves -\S+ in the books of \w+/,
  },
  {
    says: 'a client that owes more than the books say',
    id: 'L2',
    edit: `update transaction.invoice set outstanding_balance = outstanding_balance + 1 where id = ${invoice}`,
    finding: /client receivable of CLI\d+ .*documents say/,
  },
  {
    says: 'a refund payable that nobody asked for',
    id: 'L3',
    edit: `with a as (insert into ledger.account (principal_id, kind, business_id, currency_id)
        select principal_id, 'refund_payable', business_id, currency_id from ledger.account
        where kind = 'client_receivable' limit 1 returning id, currency_id)
      insert into ledger.posting (transaction_id, account_id, currency_id, amount, post_date)
      select t.id, a.id, a.currency_id, -5, t.post_date from a, (select * from ledger.transaction limit 1) t`,
    finding: /refund payable of CLI\d+ .*documents say 0, the books 5/,
  },
  {
    says: 'a debt to HMRC that no payslip left',
    id: 'I21',
    edit: `with a as (insert into ledger.account (principal_id, kind, business_id, currency_id)
        select principal_id, 'hmrc_payable', business_id, currency_id from ledger.account
        where kind = 'client_receivable' limit 1 returning id, currency_id)
      insert into ledger.posting (transaction_id, account_id, currency_id, amount, post_date)
      select t.id, a.id, a.currency_id, -5, t.post_date from a, (select * from ledger.transaction limit 1) t`,
    finding: /hmrc payable of CLI\d+ .*payments due say 0.*, the books 5/,
  },
  {
    says: 'a tax month that gives back what the books do not',
    id: 'I22',
    edit: `with s as (insert into business.paye_scheme (id, business_id, office_number, paye_reference, accounts_office_reference,
          payment_frequency, levy_charge, provider_id, created_by, created_by_name, created_at, updated_at)
        select gen_random_uuid(), id, '123', 'BYHAND', '123PA00012345', 'monthly', 'none', id, (select min(u.id) from platform."user" u), 'A', now(), now()
        from business.business where type = 'provider' limit 1 returning id, provider_id)
      insert into transaction.tax_month (id, human_id, status, paye_scheme_id, tax_year, tax_month, period_start, period_end, due_date,
        payslip_count, income_tax, employee_ni, student_loan, employer_ni, levy_charged, levy_due, recovered, compensation,
        employment_allowance, relief, due, working, currency_id, provider_id, created_by, created_by_name, created_at, updated_at)
      select gen_random_uuid(), 'TXM-BY-HAND', 'closed', id, 2025, 1, '2025-04-06', '2025-05-05', '2025-05-22', 0, 0, 0, 0, 0, 0, 0, 5, 0,
        0, 5, -5, '{}', '00000000-0000-7000-8000-000000000826', provider_id, (select min(u.id) from platform."user" u), 'A', now(), now() from s`,
    finding: /tax month TXM-BY-HAND \(closed\): .*it gives back 5.00, the books say 0 and 0/,
  },
  {
    says: 'CIS deductions set off that nobody approved',
    id: 'I22',
    edit: `with s as (insert into business.paye_scheme (id, business_id, office_number, paye_reference, accounts_office_reference,
          payment_frequency, levy_charge, provider_id, created_by, created_by_name, created_at, updated_at)
        select gen_random_uuid(), id, '123', 'CISHAND', '123PA00012345', 'monthly', 'none', id, (select min(u.id) from platform."user" u), 'A', now(), now()
        from business.business where type = 'provider' limit 1 returning id, provider_id)
      insert into transaction.tax_month (id, human_id, status, paye_scheme_id, tax_year, tax_month, period_start, period_end, due_date,
        payslip_count, income_tax, employee_ni, student_loan, employer_ni, levy_charged, levy_due, recovered, compensation,
        employment_allowance, cis_suffered, relief, due, working, currency_id, provider_id, created_by, created_by_name, created_at, updated_at)
      select gen_random_uuid(), 'TXM-CIS', 'closed', id, 2025, 1, '2025-04-06', '2025-05-05', '2025-05-22', 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 5, 5, -5, '{}', '00000000-0000-7000-8000-000000000826', provider_id, (select min(u.id) from platform."user" u), 'A', now(), now() from s`,
    finding: /tax months of 123\/CISHAND in 2025: CIS set off 5.00 of 0/,
  },
  {
    says: 'a sale in another month than its document',
    id: 'L4',
    edit: `update ledger.posting set post_date = post_date - 40 where id = (select p.id from ledger.posting p
      join ledger.account a on a.id = p.account_id where a.kind = 'sales' limit 1)`,
    finding: /sales of \w+ in the month from .* documents say/,
  },
  {
    says: 'an entry of a fact that is not there',
    id: 'L6',
    edit: `update ledger.transaction set source_id = gen_random_uuid() where id = (select id from ledger.transaction limit 1)`,
    finding: /names transaction.invoice_set .* which is not there/,
  },
  {
    says: 'a mirror that does not repeat its entry',
    id: 'L6',
    edit: `insert into ledger.transaction (kind, source_entity, source_id, principal_id, provider_id, fact_key, post_date, reverses_id)
      select kind, source_entity, source_id, principal_id, provider_id, 'mirror', post_date, id from ledger.transaction limit 1`,
    finding: /does not repeat entry/,
  },
  {
    says: 'a sale on the account of purchases',
    id: 'L6',
    edit: `update ledger.posting p set account_id = b.id from ledger.account a
      join ledger.account b on b.principal_id = a.principal_id and b.currency_id = a.currency_id and b.kind = 'purchases'
      where a.kind = 'sales' and p.id = (select q.id from ledger.posting q where q.account_id = a.id limit 1)`,
    finding: /sales of invoice INV\S+ in set .*: it says -\S+, the books 0/,
  },
  {
    says: 'a receipt that is not in the books',
    id: 'L6',
    edit: `insert into transaction.payment_receipt_summary (human_id, type, status, for_business_id, principal_id, provider_id,
        currency_id, amount, transaction_date, created_by)
      select 'REC-BY-HAND', 'receipt', 'allocated', id, id, id, '00000000-0000-7000-8000-000000000826', 9, '2025-06-15', 'a'
      from business.business where type = 'provider' limit 1`,
    finding: /REC-BY-HAND of 9.00 is not in the books/,
  },
  {
    says: 'an entry of before the books begin',
    id: 'L12',
    edit: `update ledger.transaction set post_date = '2000-01-01' where id = (select id from ledger.transaction limit 1)`,
    finding: /is posted on 2000-01-01, the books of \w+ begin on 2024-04-06/,
  },
  {
    says: 'a role that no verb gave',
    id: 'L13',
    edit: `update business.business_contact set roles = roles || '{provider_admin}' where id = (select id from business.business_contact
      where not 'provider_admin' = any (roles) limit 1)`,
    finding: /business_contact \S+ has roles as .*provider_admin.*, its audit row says/,
  },
  {
    says: 'a limit that no verb set',
    id: 'L13',
    edit: `insert into business.credit_limit (client_id, limiter_id, currency_id, amount, effective_from, effective_to)
      select c.id, p.id, '00000000-0000-7000-8000-000000000826', 9999999, '2001-01-01', '2001-12-31'
      from business.business c, business.business p where c.type = 'client' and p.type = 'provider' limit 1`,
    finding: /credit_limit \S+ was not written by a verb/,
  },
]

async function ofChanges(
  client: pg.ClientBase,
  { of, sql }: NonNullable<Invariant['changed']>,
): Promise<string[]> {
  const ids = new Map<string, string[]>()
  for (const table of Object.keys(sealed_tables)) {
    const { rows } = await client.query<{ j: { id?: string } }>(`select to_jsonb(t) as j from ${table} t`)
    ids.set(
      table,
      rows.flatMap(({ j }) => j.id ?? []),
    )
  }
  const query = of === 'row' ? null : keysQuery(of, ids)
  const keys = query
    ? (await client.query(query.sql, [...query.params])).rows[0].ids
    : [...ids.values()].flat()
  const { rows } = await client.query<{ what: string }>(sql, [keys ?? []])
  return rows.map((row) => row.what).toSorted()
}

test.each(edits)('$id finds $says', async ({ id, edit, finding }) => {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    // As the database's own administrator could do it.
    for (const table of kept) await client.query(`alter table ${table} disable trigger user`)
    await client.query(edit)
    const found: string[] = []
    for (const one of invariants.filter((invariant) => invariant.id === id)) {
      const { rows } = await client.query<{ what: string }>(one.sql)
      found.push(...rows.map((row) => row.what))
      // A check of changes sees the same once every row counts as changed.
      if (one.changed)
        expect(await ofChanges(client, one.changed)).toEqual(rows.map((row) => row.what).toSorted())
    }
    if (id === 'I16') found.push(...(await verifyAudit(wrapTx(client))).map((fault) => fault.what))
    expect(found.join('\n')).toMatch(finding)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

const kept = [
  'ledger.transaction',
  'ledger.posting',
  'log.audit',
  'transaction.invoice',
  'transaction.invoice_line',
]
