/** Faults that `verify` finds in pay runs: one edit past the product for each of the invariants (a) to (l). */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { Changes } from '#server/health/changes.server.ts'
import { wrapTx } from '#server/tx.ts'
import { checksOf, inUtc, verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { sterling } from '#test/fixtures/cash.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, sql, ...steps } = await payRunsOn(database)
const worker = await steps.employed()
await sql(
  `with made as (insert into business.address (id, line_1, city, zipcode, country, country_code, created_at, updated_at)
     values (gen_random_uuid(), '1 High Street', 'Leeds', 'LS1 4AP', 'United Kingdom', 'GB', now(), now()) returning id)
   update business.individual set gender = 'F', ni_number = 'AB123456A', address_id = (select id from made) where id =
     (select individual_id from business.business where id = $1)`,
  worker.contractor_id,
)

async function paidRun(pay_day: string, days: readonly string[]) {
  await steps.week(worker.placement, days)
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  return { id, ids: payslips.map((slip) => slip.id) }
}

// The first week is paid by hand and reported; the second by a batch.
const first = await paidRun('2025-06-20', weeks.first)
type Built = { id: string; faults: object[] }
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)
const fps = await operate<Built>('transaction.rti_submission.build_fps', { pay_run_id: first.id })
const [mark] = await sql<{ receipt_mark: string }>(
  'select receipt_mark from transaction.rti_submission where id = $1',
  fps.id,
)
await operate('transaction.rti_submission.file_outside', {
  id: fps.id,
  receipt: present(mark, 'the mark').receipt_mark,
})
world.clock.set(instant('2025-06-20T09:00:00.000Z'))
await operate('transaction.payslip.confirm_paid', { ids: first.ids })
await act(world, agency.admin, 'business.attachment_order.add', {
  ...{ employment_id: worker.employment_id, kind: 'dea', authority: 'Leeds Council', reference: 'DEA-77' },
  ...{ order_date: '2025-06-02', received_on: '2025-06-09', rate: 'standard' },
})
const second = await paidRun('2025-06-27', weeks.second)
world.clock.set(instant('2025-06-25T09:00:00.000Z'))
const { id: batch } = await operate<{ id: string }>('payment.payment_batch.create', {
  run_date: '2025-06-27',
  currency_id: sterling,
})
await operate('payment.payment_batch.submit', { id: batch })
for (const step of ['review', 'complete'])
  await act(world, provider.approver, `payment.payment_batch.${step}`, { id: batch })

test('verify: payslips, runs and returns of the product hold, and the figures were there to be judged', async () => {
  expect(fps.faults).toEqual([])
  const broken = (await verifyDatabase(database)).filter((one) => one.broken.length > 0)
  // The worker's name and address were written by the test.
  expect(broken.filter(({ id }) => id !== 'R12')).toEqual([])
  expect(
    await sql(`select count(*)::int as slips from transaction.pay_run_payslip where inputs is not null`),
  ).toEqual([{ slips: 2 }])
})

const editSlip = (set: string) =>
  `update transaction.pay_run_payslip set ${set} where pay_run_id = '${second.id}'`
const posting = (
  kind: string,
) => `update ledger.posting set amount = amount - 0.01 where id = (select g.id from ledger.posting g
  join ledger.account a on a.id = g.account_id and a.kind = '${kind}' join ledger.transaction t on t.id = g.transaction_id
  where t.source_entity = 'transaction.payslip' order by g.id limit 1)`

/** By the letters of payroll-run §7. */
const edits: readonly (readonly [letter: string, id: string, edit: string, finding: RegExp])[] = [
  [
    'a',
    'I24',
    editSlip(`lines = jsonb_set(lines, '{0,amount}', '"896.57"')`),
    /lines come to net \S+ and costs \S+, it says/,
  ],
  [
    'b',
    'I24',
    `update transaction.pay_run set net_pay = net_pay + 1 where id = '${first.id}'`,
    /says 1 payslips.*they are 1/,
  ],
  [
    'c',
    'I17',
    `update transaction.payroll_figure set employer_ni = employer_ni + 1 where payslip_id = '${first.ids[0]}'`,
    /its figures come to/,
  ],
  [
    'd, pay and tax',
    'I24',
    editSlip(`inputs = jsonb_set(inputs, '{state,ytd,tax}', '0')`),
    /begins with .* to date, and payslip \S+ ends with/,
  ],
  [
    'd, letter',
    'I24',
    editSlip(`inputs = jsonb_set(inputs, '{state,ni_ytd_by_letter,A,employee}', '1')`),
    /begins with .* to date, and payslip \S+ ends with/,
  ],
  ['e', 'I21', posting('hmrc_payable'), /the books say/],
  ['f', 'I21', posting('attachment_payable'), /attachments \S+; the books say/],
  [
    'g',
    'I24',
    `update transaction.payroll_payment set status = 'due', payment_id = null where payslip_id = '${second.ids[0]}'`,
    /is due after its batch paid it/,
  ],
  [
    'h',
    'I23',
    `insert into transaction.holiday_movement (id, employment_id, contractor_id, kind, hours, amount, sentence, pay_day, payslip_id,
       principal_id, currency_id, provider_id, agency_id, created_by, created_by_name, created_at, updated_at)
     select gen_random_uuid(), employment_id, contractor_id, 'paid_on_leaving', -5, -5, 'By hand', '2025-06-27', payslip_id, provider_id,
       currency_id, provider_id, agency_id, 'a', 'A', now(), now() from transaction.pay_run_payslip where pay_run_id = '${second.id}'`,
    /holiday fund of/,
  ],
  [
    'i, an amount of the kept parts',
    'I24',
    editSlip(`kept = jsonb_set(kept, '{parts,0,niable}', '1')`),
    /: parts differ from what its inputs give/,
  ],
  [
    'i, a word of a sentence',
    'I24',
    editSlip(`lines = jsonb_set(lines, '{1,why}', '"By hand"')`),
    /: lines differ from what its inputs give/,
  ],
  [
    'i, inputs',
    'I24',
    editSlip(`inputs = jsonb_set(inputs, '{state,code,value}', '1')`),
    /amounts, lines, parts differ/,
  ],
  [
    'j',
    'I24',
    `update transaction.pay_run_payslip set kept = jsonb_set(kept, '{parts,0,employee_ni}', '1') where pay_run_id = '${first.id}'`,
    /figures to date of W1 are not those of the payslips/,
  ],
  [
    'k',
    'I24',
    `update transaction.pay_run set approved_by = prepared_by[1] where id = '${first.id}'`,
    /was approved by .*, who prepared it/,
  ],
  [
    'l',
    'I24',
    `update transaction.rti_submission set content = replace(content, '<TotalTax>130.80', '<TotalTax>130.79')`,
    /its IRmark is not that of its content/,
  ],
]

const changed_tables = [
  'transaction.payslip',
  'transaction.pay_run_payslip',
  'transaction.pay_run',
  'transaction.payroll_figure',
  'transaction.payroll_payment',
  'transaction.rti_submission',
  'ledger.posting',
  'ledger.transaction',
]

test.each(edits)('(%s): %s finds it', async (_letter, id, edit, finding) => {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    const tx = wrapTx(client)
    await inUtc(tx)
    const { rows: tables } = await client.query<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal and tgrelid::regclass::text = any ($1)`,
      [[...changed_tables, 'transaction.holiday_movement']],
    )
    // As the database's own administrator could do it.
    await client.query('alter table transaction.pay_run drop constraint pay_run_second_person')
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    expect((await client.query(edit)).rowCount).toBe(1)
    const ids = new Map<string, string[]>()
    for (const table of changed_tables)
      ids.set(
        table,
        (await client.query<{ id: string }>(`select id from ${table}`)).rows.map((row) => row.id),
      )
    const changes = new Changes({ seal_faults: [], audit_faults: [], until: null }, ids)
    const found: string[] = []
    for (const check of checksOf(null).filter((one) => one.id === id && !one.is_note)) {
      const all = await check.find(tx)
      found.push(...all)
      if (check.findChanged) expect(await check.findChanged(tx, changes)).toEqual(all)
    }
    expect(found.join('\n')).toMatch(finding)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
