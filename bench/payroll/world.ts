/**
 * Workers of one PAYE scheme with issued payslips and an approved week that waits for its pay. One is made by the verbs;
 * the others are copies of the rows by SQL, with ids of their own.
 */
import type { Database } from '#server/database.ts'

/** Rows of the worker `$1`, of their placements, timesheets and employments; tables in the order of their parts. */
const parts = [
  ['business.individual', 'r.id = (select individual_id from business.business where id = $1)'],
  ['business.business', 'r.id = $1'],
  ['business.service', 'r.from_business_id = $1'],
  [
    'config.configuration',
    'r.transaction_id in (select id from business.service where from_business_id = $1)',
  ],
  ['business.bank_account', 'r.business_id = $1'],
  ['contract.contract', 'r.contractor_id = $1'],
  [
    'contract.contract_entity',
    'r.contract_id in (select id from contract.contract where contractor_id = $1)',
  ],
  ['contract.rate', 'r.contract_id in (select id from contract.contract where contractor_id = $1)'],
  ['business.employment', 'r.contractor_id = $1'],
  ['business.tax_code', 'r.employment_id in (select id from business.employment where contractor_id = $1)'],
  [
    'business.ni_category',
    'r.employment_id in (select id from business.employment where contractor_id = $1)',
  ],
  ['transaction.payslip', 'r.contractor_id = $1'],
  ['transaction.pay_run_payslip', 'r.contractor_id = $1'],
  ['transaction.timesheet', `r.contractor_id = $1 and r.status = 'suspense'`],
  [
    'transaction.timesheet_detail',
    `r.timesheet_id in (select id from transaction.timesheet where contractor_id = $1 and status = 'suspense')`,
  ],
] as const

/** No two rows have the same; a National Insurance number keeps its form, as HMRC's schema wants it. */
const named_once = ['human_id', 'payroll_id', 'ni_number', 'account_number']

/** Copies the worker: numbers `from` to `to`. */
export async function copyWorkers(
  { owner }: Database,
  contractor_id: string,
  from: number,
  to: number,
): Promise<void> {
  const client = await owner.connect()
  try {
    // Copies keep the rules that their model met; seals and histories of them are not measured.
    await client.query('set session_replication_role = replica')
    const ids: string[] = []
    for (const [table, where] of parts) {
      const { rows } = await client.query<{ id: string }>(`select r.id from ${table} r where ${where}`, [
        contractor_id,
      ])
      ids.push(...rows.map(({ id }) => id))
    }
    for (const [table, where] of parts) {
      const { rows } = await client.query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
           and attgenerated = '' and attidentity = ''`,
        [table],
      )
      const names = rows.map(({ name }) => name)
      await client.query(
        `insert into ${table} (${names.join(', ')})
         select ${names.map((name) => `c.${name}`).join(', ')} from ${table} r
         cross join generate_series($2::int, $3::int) n
         cross join lateral (select coalesce(jsonb_object_agg(k, case k
             when 'ni_number' then 'AB' || lpad(n::text, 6, '0') || 'A' else v || '-' || n end), '{}') as own
           from jsonb_each_text(to_jsonb(r)) as e (k, v) where k = any ($5) and v is not null) o
         cross join lateral (select string_agg(coalesce(
             case when part ~ '^[0-9a-f]{8}-' and part = any ($4) then md5(part || n)::uuid::text end, part), '"' order by nth) as text
           from regexp_split_to_table((to_jsonb(r) || o.own)::text, '"') with ordinality as w (part, nth)) t
         cross join lateral jsonb_populate_record(null::${table}, t.text::jsonb) c
         where ${where}`,
        [contractor_id, from, to, ids, named_once],
      )
    }
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }
  await owner.query(`vacuum analyze ${parts.map(([table]) => table).join(', ')}`)
}
