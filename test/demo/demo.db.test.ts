import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDemoWorld } from '#demo/load.ts'
import { demo_password, personas } from '#demo/personas.ts'
import { makeChecks } from '#demo/started/make-checks.ts'
import { makeOnboarding } from '#demo/started/make-onboarding.ts'
import { makeSignatures } from '#demo/started/make-signatures.ts'
import { makeWaitingPlacement } from '#demo/started/make-waiting-placement.ts'
import { fixedClock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { demoLogin, listPersonas } from '#server/auth/auth-demo.server.ts'
import { login } from '#server/auth/auth-login.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { readViewer } from '#server/viewer-read.server.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import { payroll_facts } from './payroll-facts.ts'
import { payslipsAgain } from './payslips-again.ts'

const today = day('2026-06-11')
/** Enough for clients on 30 days to pay early, late, in part and too much. */
const weeks = 10
const long = { seed: 7, today, weeks }
/** On a Monday, with the clocks just changed. */
const short = { seed: 8, today: day('2026-03-30'), weeks: 3 }

const database = await freshDatabase()
const [again, on_monday] = [await freshDatabase(), await freshDatabase()]
beforeAll(async () => {
  await makeDemoWorld(database, long)
}, 1_200_000)

let on_a_monday: ReturnType<typeof makeDemoWorld> | undefined
function mondayWorld(): ReturnType<typeof makeDemoWorld> {
  on_a_monday ??= makeDemoWorld(on_monday, short)
  return on_a_monday
}

async function count(from_where: string): Promise<number> {
  const { rows } = await database.owner.query<{ n: number }>(`select count(*)::int as n from ${from_where}`)
  return rows[0]?.n ?? 0
}

describe('parties', () => {
  test.each([
    ['provider', 1],
    ['funder', 2],
    ['agency', 3],
    ['client', 13],
    ['contractor', 46],
  ])('businesses of type %s: %i', async (type, n) => {
    expect(await count(`business.business where type = '${type}'`)).toBe(n)
  })

  test('every funding model with every funding type, and with a client abroad', async () => {
    const { rows } = await database.owner.query<{ model: string; types: number; is_abroad: boolean }>(
      `select s.funding_model as model, count(distinct s.funding_type)::int as types, bool_or(y.alpha_code = 'EUR') as is_abroad
       from transaction.invoice_set s join platform.currency y on y.id = s.currency_id
       where s.generation_type = 'timesheet' group by 1 order by 1`,
    )
    expect(rows).toEqual(
      ['agency_billed', 'direct', 'indirect'].map((model) => ({ model, types: 3, is_abroad: true })),
    )
  })

  test('agencies of the three funding models, contractors of the four payment types', async () => {
    expect(
      await count(`(select distinct funding_model from business.business where type = 'agency') m`),
    ).toBe(3)
    expect(
      await count(`(select distinct payment_type from business.business where type = 'contractor') p`),
    ).toBe(4)
  })

  test('a client of two agencies, a person of two businesses, a client abroad, money in euro', async () => {
    const twice = 'having count(*) > 1) x'
    expect(
      await count(
        `(select from_business_id from business.service where type = 'client-agency' group by 1 ${twice}`,
      ),
    ).toBe(1)
    expect(await count(`(select user_id from business.business_contact group by 1 ${twice}`)).toBe(1)
    expect(
      await count(
        `transaction.invoice where currency_id = (select id from platform.currency where alpha_code = 'EUR')`,
      ),
    ).toBeGreaterThan(0)
  })
})

test('payment runs: availability holds few payments, and an over-advance covers the one that waits', async () => {
  const { rows } = await database.owner.query<{ status: string; is_covered: boolean }>(
    `select t.status, r.overadvance > 0 and t.amount <= r.amount + r.overadvance as is_covered from payment.payment_batch_item t
     join payment.payment_batch b on b.id = t.payment_batch_id
     left join lateral report.funding_availability(b.principal_id, $1, array[t.agency_id], b.currency_id, b.made_by) r on b.status <> 'completed'
     where t.hold_reason like 'Availability is %'`,
    [today],
  )
  expect(rows.length).toBeLessThanOrEqual(5)
  expect(rows).toContainEqual({ status: 'held', is_covered: true })
})

test('VAT: each sale of an agency carries its own, and none owes money for VAT alone', async () => {
  const resold = `transaction.invoice_set s where exists (select from transaction.invoice i where i.invoice_set_id = s.id
    and i.type in ('agency-provider', 'agency-funder'))`
  expect(await count(`${resold} and s.sale_tax > s.client_tax`)).toBeGreaterThan(0)
  expect(await count(`${resold} and s.sale_net > 0 and s.sale_tax = 0`)).toBe(0)
  expect(
    await count('transaction.invoice_set where agency_gross < 0 and agency_net >= 0 and sale_net > 0'),
  ).toBe(0)
})

describe('events', () => {
  test.each([
    [
      'timesheets that wait to be filled in',
      `transaction.timesheet where status = 'draft' and end_date >= '${today}'`,
    ],
    ['timesheets that wait for their approver', `transaction.timesheet where status = 'submitted'`],
    [
      'credit notes that a client was given',
      `transaction.invoice where is_credit_note and refinement_id is null and client_id is not null`,
    ],
    ['a refinement in full', `transaction.refinement where mode = 'full' and status = 'completed'`],
    [
      'a refinement by difference',
      `transaction.refinement where mode = 'difference' and status = 'completed'`,
    ],
    [
      'a month as one invoice',
      `transaction.consolidated_invoice where status in ('open', 'closed') and sent_at is not null`,
    ],
    [
      'timesheets in suspense, with a reason',
      `transaction.timesheet where status = 'suspense' and suspense_reason is not null`,
    ],
    [
      'timesheets sent back and handed in again',
      `transaction.timesheet_activity where action = 'submit' and old_status = 'rejected'`,
    ],
    [
      'invoices that are overdue',
      `transaction.invoice where transaction.finance_status(status, due_date, '${today}') = 'overdue'`,
    ],
    [
      'invoices that are part-paid',
      `transaction.invoice where is_part_paid and type in ('provider-client', 'agency-client', 'funder-client')`,
    ],
    ['invoices that are disputed', 'transaction.invoice where is_disputed'],
    ['disputes that somebody settles', `transaction.dispute where status = 'open' and owner_id is not null`],
    ['disputes that are settled', `transaction.dispute where status = 'settled'`],
    ['invoices that are paid', `transaction.invoice where type = 'provider-client' and status = 'closed'`],
    [
      'receipts matched with several invoices',
      `(select 1 from transaction.payment_receipt_detail d join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id where s.type = 'receipt' group by s.id having count(*) > 1) x`,
    ],
    [
      'receipts with something left over',
      `transaction.payment_receipt_summary where type = 'receipt' and status = 'partially_matched'`,
    ],
    ['receipts that nobody has matched', `transaction.payment_receipt_summary where status = 'allocated'`],
    ['receipts that bounced', `transaction.payment_receipt_summary where status = 'reversed'`],
    [
      'bank lines that nobody has recorded',
      'transaction.bank_line l where not exists (select from transaction.payment_receipt_summary s where s.bank_line_id = l.id)',
    ],
    [
      'contractors who were paid',
      `transaction.invoice where type = 'contractor-agency' and status = 'closed'`,
    ],
    ['batches that were paid', `payment.payment_batch where status = 'completed' and reviewed_by <> made_by`],
    ['a batch that waits for its review', `payment.payment_batch where status = 'under_review'`],
    [
      'a payment held back from its batch',
      `payment.payment_batch_item where status = 'held' and hold_reason is not null`,
    ],
    ['mail with invoices, waiting to leave', `platform.outbox where delivered_at is null`],
    ['a batch on hold', `payment.payment_batch where status = 'hold'`],
    ...['approved', 'rejected', 'submitted'].map((status): [string, string] => [
      `expenses that are ${status}`,
      `transaction.expense where status = '${status}'`,
    ]),
    [
      'PAYE work with its on-costs',
      `transaction.invoice where generation_type = 'paye_timesheet' and type = 'employer_ni'`,
    ],
    [
      'permanent placements with their invoices',
      `transaction.invoice where generation_type = 'perm_placement'`,
    ],
    [
      'permanent placements the client is asked about',
      `contract.contract where type = 'perm_placement' and status = 'pending_approval_client'`,
    ],
    ...['issued', 'paid'].map((status): [string, string] => [
      `payslips that are ${status}`,
      `transaction.payslip where status = '${status}'`,
    ]),
    ...payroll_facts,
    ...['pending', 'approved', 'rejected', 'cancelled'].map((status): [string, string] => [
      `changes of placements: ${status}`,
      `request.change_request where status = '${status}'`,
    ]),
    ...['draft', 'generated', 'canceled'].map((status): [string, string] => [
      `consolidated invoices that are not out: ${status}`,
      `transaction.consolidated_invoice where status = '${status}'`,
    ]),
    ...['draft', 'pending_raise_approval', 'active', 'rejected', 'cancelled', 'expired'].map(
      (status): [string, string] => [
        `permanent placements: ${status}`,
        `contract.contract where type = 'perm_placement' and status = '${status}'`,
      ],
    ),
    ...[
      'draft',
      'pending_approval_agency',
      'pending_approval_client',
      'pending_approval_contractor',
      'pending_raise_approval',
      'active',
      'expired',
      'rejected',
      'rejected_contractor',
      'cancelled',
    ].map((status): [string, string] => [
      `temp placements: ${status}`,
      `contract.contract where type = 'temp_placement' and status = '${status}'`,
    ]),
    ...['reviewed', 'cancelled'].map((status): [string, string] => [
      `a payment batch that is ${status}`,
      `payment.payment_batch where status = '${status}'`,
    ]),
    ...['pending', 'rejected'].map((status): [string, string] => [
      `a bank account that is ${status}`,
      `business.bank_account where status = '${status}'`,
    ]),
    ...['closed', 'cancelled'].map((status): [string, string] => [
      `collection notes that are ${status}`,
      `transaction.collection_note where status = '${status}'`,
    ]),
    ...['scheduled', 'call', 'statement'].map((kind): [string, string] => [
      `money asked for: ${kind}`,
      `transaction.chase where kind = '${kind}'`,
    ]),
    ['what clients have promised to pay', 'transaction.payment_promise'],
    ['a client who is not asked for a while', `business.chase_pause where until > '${today}'`],
    ['a payment file', 'payment.payment_file'],
    ['terms that a client is asked about', `config.configuration where status = 'inprogress'`],
    ['debt that went back to its agency', 'transaction.invoice where reassigned_on is not null'],
    [
      'a payment that the bank sent back',
      'transaction.payment_receipt_summary where returned_line_id is not null',
    ],
    ['advances that are owed back', 'transaction.recourse_entry where amount > 0'],
    ['a credit that was taken back', 'transaction.invoice where reverses_invoice_id is not null'],
    ...['sales_invoice', 'purchase_ledger', 'adhoc_fee'].map((kind): [string, string] => [
      `documents that stand alone: ${kind}`,
      `transaction.invoice where generation_type = '${kind}'`,
    ]),
  ])('%s', async (_what, from_where) => {
    expect(await count(from_where)).toBeGreaterThan(0)
  })

  test('nothing happened today or later but this week’s drafts', async () => {
    expect(
      await count(
        `log.audit where at > '${today}T00:00:00+01:00' and action_id <> 'transaction.timesheet.generate'`,
      ),
    ).toBe(0)
  })

  test('tax, National Insurance and loan of every payslip agree with HMRC’s rule, computed in SQL', async () => {
    const { issued, again } = await payslipsAgain(database)
    expect(issued.length).toBe(await count('transaction.payslip'))
    expect(issued).toEqual(again)
  })

  test('the books hold', async () => {
    const findings = await verifyDatabase(database)
    expect(findings.flatMap(({ id, broken }) => broken.map((what) => `${id} ${what}`))).toEqual([])
  })
})

test('umbrella companies: checked by each of their agencies, so that no payment to them waits', async () => {
  expect(
    await count(`platform.document where type = 'umbrella_due_diligence' and status = 'completed'`),
  ).toBe(6)
  expect(
    await count(`payment.payment_batch_item where hold_reason like 'No valid check of this umbrella%'`),
  ).toBe(0)
})

test("the main job waits: the contractor's week at £20.00 and £25.00 is a draft, funded directly at 2.5 % of gross", async () => {
  const { rows } = await database.owner.query(
    `select t.status, t.start_date, t.end_date, c.funding_model, c.funding_type, f.value as fee, f.fee_base,
       (select array_agg(distinct r.value_numeric::text order by r.value_numeric::text) from contract.rate r where r.contract_id = c.id) as rates,
       (select y.is_vat_registered from business.business p join business.company y on y.id = p.company_id where p.id = c.payment_company_id) as vat,
       (select b.preferences ->> 'persona' from contract.contract_contact n join business.business_contact b on b.id = n.business_contact_id
        where n.contract_id = c.id and n.type = 'timesheet_approver') as approver
     from transaction.timesheet t join contract.contract c on c.id = t.contract_id
     join business.business_contact who on who.business_id = t.contractor_id
     join contract.service_charge f on f.agency_id = c.agency_id and f.service_type = 'temp_placement'
     where who.preferences ->> 'persona' = 'contractor' and t.end_date >= $1`,
    [today],
  )
  expect(rows).toEqual([
    {
      status: 'draft',
      start_date: '2026-06-08',
      end_date: '2026-06-14',
      funding_model: 'direct',
      funding_type: 'funded',
      fee: '2.5000',
      fee_base: 'gross',
      rates: ['20.0000', '25.0000'],
      vat: true,
      approver: 'timesheet_approver',
    },
  ])
})

const typedToken = (done: Awaited<ReturnType<typeof login>>) => ('token' in done ? done.token : '')

test('every persona signs in with one click and with the password', async () => {
  const clock = fixedClock(instant(`${today}T12:00:00Z`))
  const deps = {
    database,
    clock,
    support_email: 'help@stint.example',
    help_url: null,
    secret: 'of this test alone',
    sends_mail: false,
    sends_returns: false,
    sends_messages: false,
    checks_vat: false,
    security: { note: async () => undefined },
    settings: { dataKey: null, dataKeyOld: null, pwnedPasswords: null, passwordWork: 15 },
  }
  const visitor = { ip: '127.0.0.1', user_agent: 'test', device_id: null }
  const offered = await listPersonas(database)
  expect(offered.map((one) => one.persona)).toEqual(personas.map((one) => one.persona))
  for (const one of offered) {
    const tokens = [
      await demoLogin(deps, { persona: one.persona }, visitor),
      typedToken(await login(deps, { email: one.email, password: demo_password }, visitor)),
    ]
    const [clicked, typed] = await Promise.all(tokens.map((token) => readViewer(database, clock, token)))
    expect(clicked?.viewer).toMatchObject({
      email: one.email,
      roles: one.roles,
      business_name: one.business_name,
    })
    expect(typed?.viewer).toMatchObject({ email: one.email })
  }
})

/** What people see of a world: numbers, names, days, amounts and who did what, without the ids under them. */
async function seen(of: TestDatabase): Promise<string> {
  const queries = [
    'select human_id, name, type, status from business.business order by 1',
    'select name, brn, vat_registration_no, email from business.company order by 1',
    'select bank_name, account_number, sort_code, iban from business.bank_account order by 2, 4',
    'select human_id, title, start_date, end_date, funding_type, po_number from contract.contract order by 1',
    'select human_id, status, start_date, total_units, client_amount, submitted_date, approved_at, approved_by_name from transaction.timesheet order by 1',
    'select t.human_id, d.date, d.units, d.rate_name from transaction.timesheet_detail d join transaction.timesheet t on t.id = d.timesheet_id where d.deleted_at is null order by 1, 2, 4',
    'select i.human_id, i.type, i.status, i.total_amount, i.outstanding_balance, i.due_date, t.human_id as of from transaction.invoice i join transaction.timesheet t on t.id = i.timesheet_id order by 1, 2, 7',
    'select human_id, type, status, amount, matched_amount, transaction_date, reference from transaction.payment_receipt_summary order by 1',
    'select human_id, status, run_date, amount, item_count from payment.payment_batch order by 1',
    'select action_id, at from log.audit order by at, action_id',
  ]
  const answers = []
  for (const query of queries) answers.push((await of.owner.query(query)).rows)
  return JSON.stringify(answers, null, 1)
}

/** By day the short world is made twice, at night the long one. */
test('one seed and day make one world', async () => {
  const is_night = Boolean(process.env.STINT_NIGHTLY)
  if (!is_night) await mondayWorld()
  await makeDemoWorld(again, is_night ? long : short)
  expect(await seen(again)).toBe(await seen(is_night ? database : on_monday))
}, 1_200_000)

test('on a Monday, with the clocks just changed, the same kinds of work wait', async () => {
  const world = await mondayWorld()
  const { rows } = await on_monday.owner.query(
    `select (select count(*)::int from transaction.timesheet where status = 'draft' and start_date = $1) as drafts,
       (select count(*) > 20 from transaction.timesheet where status = 'submitted') as submitted,
       (select count(*) > 0 from payment.payment_batch where status = 'under_review') as under_review`,
    [short.today],
  )
  expect(rows).toEqual([{ drafts: 44, submitted: true, under_review: true }])
  await makeOnboarding(world)
  const { rows: drafts } = await on_monday.owner.query(
    'select status from request.draft_request where deleted_at is null order by 1',
  )
  expect(drafts.map(({ status }) => status)).toEqual([
    'approved',
    'draft',
    'rejected',
    'submitted',
    'submitted',
  ])
  const { rows: in_force } = await on_monday.owner.query(
    `select 1 from business.business where name = 'Ouse Bridge Foods Ltd' and status = 'onboarded'`,
  )
  expect(in_force.length).toBe(1)
  const folder = mkdtempSync(join(tmpdir(), 'stint-demo-'))
  const store = { database: on_monday, files: folderFiles(folder) }
  await makeSignatures(world, store)
  await makeWaitingPlacement(world, store)
  await makeChecks(world, store)
  rmSync(folder, { recursive: true, force: true })
  const { rows: signed } = await on_monday.owner.query(
    'select status from platform.document where sent_at is not null order by 1',
  )
  expect(signed.map(({ status }) => status)).toEqual(['completed', 'inprogress', 'inprogress', 'rejected'])
  const { rows: waiting } = await on_monday.owner.query(
    `select title, open_checks from contract.contract where status = 'awaiting_raise_approval'`,
  )
  expect(waiting).toEqual([{ title: 'Fit-out coordinator', open_checks: ['signatures'] }])
  const { rows: checks } = await on_monday.owner.query(
    `select array(select d.status || ' ' || (d.disagreed_on is not null) from contract.status_determination d order by 1) as statements,
       array(select c.waiting_roles from business.business_contact c where c.waiting_roles <> '{}') as roles,
       (select count(*)::int from business.bank_account a join business.bank_account o using (account_number, sort_code)
        join business.business b on b.id = a.business_id and b.type = 'client' where o.business_id <> a.business_id) as flagged`,
  )
  expect(checks).toEqual([
    {
      statements: ['completed false', 'completed true', 'inprogress false'],
      roles: [['hiring_manager']],
      flagged: 1,
    },
  ])
})
