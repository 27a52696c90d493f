/**
 * A platform as its lists meet it, made by SQL alone: agencies with placements, weekly timesheets, five documents of each,
 * and beside them every other table that a list reads, in proportion. One agency has a fifth of all work, one funder a
 * third, one client and one contractor more than others; of each category one business has nothing.
 */
import type pg from 'pg'
import type { Category, Viewer } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { cash_rows } from './world-cash.ts'
import { other_rows } from './world-others.ts'
import { type Sizes, sized } from './world-parts.ts'
import { GBP, idOf, insertSql, pick, type Rows, spread } from './world-rows.ts'

const AGENCIES = 50
export const sizesOf = (invoices: number): Sizes => ({
  invoices,
  sheets: Math.floor(invoices / 5),
  placements: Math.max(200, Math.floor(invoices / 125)),
  clients: Math.max(100, Math.floor(invoices / 500)),
})

/** Of each category: who has most, and who has nothing. */
const WHO: Readonly<Record<Category, readonly [most: string, none: string]>> = {
  agency: ['a', 'a'],
  client: ['b', 'b'],
  contractor: ['c', 'c'],
  funder: ['8', '8'],
  provider: ['9', '9'],
}
const NOBODY = 999_999

const uuid = (kind: string, n: number) => `${kind}0000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Who has most rows of the category, or none at all, with every role that it has. */
export function viewerOf(category: Category, has: 'most' | 'none'): Viewer {
  const [most, none] = WHO[category]
  const business_id = has === 'most' ? uuid(most, 1) : uuid(none, NOBODY)
  return {
    category,
    roles: category_roles[category],
    user_id: 'bench',
    user_name: 'Bench',
    email: has === 'most' ? 'bench@example.test' : 'nobody@example.test',
    business_id,
    business_name: category,
    business_type: category,
    business_contact_id: business_id,
    provider_id: has === 'none' && category === 'provider' ? business_id : uuid('9', 1),
    features: [],
    session_id: 'bench',
    impersonator_user_id: null,
    impersonator_business_id: null,
    token: null,
    same_person_ids: [],
  }
}

const PROVIDER = idOf('9', '1')
const NAMES = `array['Northern', 'Harbour', 'Crown', 'Alder', 'Summit', 'Granite', 'Meridian', 'Oak', 'Thames', 'Pennine', 'Castle', 'River']`
const TRADES = `array['Rail', 'Care', 'Logistics', 'Engineering', 'Foods', 'Systems', 'Homes', 'Energy', 'Health', 'Build', 'Security', 'Retail', 'Motors']`
const FIRST = `array['Amelia', 'Oliver', 'Priya', 'Mohammed', 'Grace', 'Tomasz', 'Chloe', 'Samuel', 'Aisha', 'Daniel', 'Ruth', 'Piotr', 'Nia', 'George']`
const LAST = `array['Smith', 'Patel', 'Kowalski', 'Jones', 'Okafor', 'Brown', 'Hughes', 'Nowak', 'Khan', 'Walker', 'Evans', 'Murphy', 'Singh', 'Clarke', 'Ali']`
const company = `${pick(NAMES, spread('n', 1))} || ' ' || ${pick(TRADES, spread('n', 2))} || ' ' || n`
const person = `${pick(FIRST, spread('n', 3))} || ' ' || ${pick(LAST, spread('n', 4))} || ' ' || n`

const business = (
  kind: string,
  code: string,
  type: string,
  name: string,
  from: string,
  more: Rows['columns'] = {},
): Rows => ({
  table: 'business.business',
  from,
  columns: {
    id: idOf(kind, 'n'),
    human_id: `'${code}' || n`,
    name,
    type: `'${type}'`,
    status: `'onboarded'`,
    provider_id: PROVIDER,
    updated_at: `timestamptz '2024-01-01' + n * interval '1 hour'`,
    ...more,
  },
})
const numbers = (count: number) => `(select generate_series(1, ${count}) as n union all select ${NOBODY})`

function parties({ clients, placements }: Sizes): Rows[] {
  return [
    business('9', 'PRO', 'provider', `'Provider ' || n`, numbers(1), { provider_id: 'null' }),
    business('8', 'FUN', 'funder', `'Funder ' || n`, numbers(2)),
    business('a', 'AGY', 'agency', `'Agency ' || ${company}`, numbers(AGENCIES), {
      funding_model: `'direct'`,
    }),
    {
      table: 'business.company',
      from: numbers(clients),
      columns: { id: idOf('0c', 'n'), name: company, brn: `lpad(n::text, 8, '0')` },
    },
    business('b', 'CLI', 'client', company, numbers(clients), { company_id: idOf('0c', 'n') }),
    business('5', 'LTD', 'limited', `${company} || ' Ltd'`, numbers(Math.floor(placements / 2))),
    business('6', 'UMB', 'umbrella', `${company} || ' Umbrella'`, numbers(40)),
    business('c', 'CON', 'contractor', person, numbers(placements), {
      payment_type: `(array['paye', 'limited', 'umbrella', 'selfemployed'])[1 + n % 4]`,
      payment_company_id: idOf('5', `1 + n % ${Math.floor(placements / 2)}`),
    }),
  ]
}

/** Parties of placement `n`: the same contractor's number; the first client and contractor have more than others. */
const party_table = ({ placements, clients }: Sizes) => `
  create temp table placed as
  select n as no, ${idOf('d', 'n')} as contract_id, agency, ${idOf('a', 'agency')} as agency_id,
    ${idOf('b', `case when ${spread('n', 5)} % 25 = 0 then 1 else 1 + (agency * 37 + ${spread('n', 6)} % (case agency when 1 then ${Math.floor(clients / 3)} else 60 end)) % ${clients} end`)} as client_id,
    ${idOf('c', `case when n <= 60 then 1 else n end`)} as contractor_id,
    case when ${spread('n', 7)} % 20 < 7 then ${idOf('8', '1')} end as funder_id,
    ${idOf('5', `1 + n % ${Math.floor(placements / 2)}`)} as company_id,
    7 * (${spread('n', 8)} % 75) as first_day
  from (select n, case when ${spread('n', 9)} % 5 = 0 then 1 else 2 + ${spread('n', 10)} % ${AGENCIES - 1} end as agency
    from generate_series(1, ${placements}) n) p`

const CONTRACT_PARTIES = {
  provider_id: PROVIDER,
  agency_id: 'p.agency_id',
  client_id: 'p.client_id',
  contractor_id: 'p.contractor_id',
  funder_id: 'p.funder_id',
} as const

function placementRows(): Rows[] {
  const service = (type: string, from: string, to: string, further: Rows['columns'] = {}): Rows => ({
    table: 'business.service',
    from: `(select distinct ${from} as f, ${to} as t, ${type === 'contractor-company' ? 'null::uuid' : 'agency_id'} as agency_id from placed)`,
    columns: {
      type: `'${type}'`,
      from_business_id: 'f',
      to_business_id: 't',
      provider_id: PROVIDER,
      agency_id: 'agency_id',
      status: `(array['active', 'active', 'active', 'active', 'suspended', 'ended'])[1 + abs(hashtext(f::text)) % 6]`,
      compliance_status: `(array['compliant', 'pending', 'expired'])[1 + abs(hashtext(f::text)) % 3]`,
      currency_id: GBP,
      updated_at: `timestamptz '2024-01-01' + (abs(hashtext(f::text)) % 1000000) * interval '1 minute'`,
      ...further,
    },
  })
  return [
    service('client-agency', 'client_id', 'agency_id', {
      temp_payment_terms: '30',
      onboarding_date: `date '2024-01-01'`,
    }),
    service('contractor-agency', 'contractor_id', 'agency_id'),
    service('contractor-company', 'contractor_id', 'company_id'),
    service('agency-provider', 'agency_id', PROVIDER),
    service('agency-funder', 'agency_id', idOf('8', '1')),
    {
      table: 'contract.contract',
      from: '(select *, no as n from placed) p',
      columns: {
        id: 'p.contract_id',
        human_id: `'TMP' || n`,
        type: `'temp_placement'`,
        title: `(array['Site engineer', 'Care assistant', 'Fork-lift driver', 'Data analyst', 'Welder', 'Nurse', 'Chef'])[1 + n % 7] || ' ' || n`,
        status: `(array['active', 'active', 'active', 'expired', 'expired', 'draft', 'cancelled'])[1 + ${spread('n', 11)} % 7]`,
        start_date: `date '2024-01-01' + p.first_day`,
        end_date: `date '2024-07-01' + p.first_day`,
        funding_type: `'funded'`,
        funding_model: `'direct'`,
        ...CONTRACT_PARTIES,
        payment_company_id: 'p.company_id',
        currency_id: GBP,
        base_currency_id: GBP,
        timesheet_frequency: `'week'`,
        unit_type: `(array['hourly', 'daily'])[1 + n % 2]`,
        timesheet_submit: `(array['contractor', 'contractor', 'contractor', 'agency'])[1 + n % 4]`,
        po_number: `'PO' || n % 1000`,
        updated_at: `timestamptz '2024-01-01' + n * interval '1 hour'`,
      },
    },
  ]
}

const SHEET_STATUS = `(case when k % 100 < 92 then 'approved' when k % 100 < 95 then 'submitted' else (array['draft', 'draft', 'rejected', 'suspense', 'cancelled'])[k % 100 - 94] end)`
const IS_DISPUTED = `${spread('k', 14)} % 200 = 0`
const INVOICE_STATUS = `(case when ${spread('k', 12)} % 10 < 6 then 'closed' when ${spread('k', 12)} % 10 < 9 then 'open' else 'cancelled' end)`
const DAY = `date '2024-01-01' + p.first_day + 7 * ((k - 1) / (select count(*) from placed))::int`
const MOMENT = `timestamptz '2024-01-01' + p.first_day * interval '1 day' + k * interval '11 seconds'`

function work({ sheets, placements }: Sizes): Rows[] {
  const from = `generate_series(1, ${sheets}) k join placed p on p.no = 1 + k % ${placements}`
  return [
    {
      table: 'transaction.timesheet',
      from,
      columns: {
        id: idOf('7', 'k'),
        human_id: `'TIM' || k`,
        contract_id: 'p.contract_id',
        ...CONTRACT_PARTIES,
        type: `(array['autogenerated', 'autogenerated', 'autogenerated', 'paye'])[1 + p.no % 4]`,
        status: SHEET_STATUS,
        start_date: DAY,
        end_date: `${DAY} + 6`,
        timesheet_frequency: `'week'`,
        unit_type: `(array['hourly', 'daily'])[1 + p.no % 2]`,
        currency_id: GBP,
        total_units: `30 + k % 20`,
        contractor_amount: `600 + k % 500`,
        client_amount: `800 + k % 700`,
        submitted_date: MOMENT,
        approved_at: `case when ${SHEET_STATUS} = 'approved' then ${MOMENT} end`,
        created_at: MOMENT,
        updated_at: MOMENT,
      },
    },
    {
      table: 'transaction.invoice_set',
      from,
      columns: {
        id: idOf('e', 'k'),
        generated_for: `'timesheet'`,
        generation_type: `'timesheet'`,
        ...CONTRACT_PARTIES,
        contractor_payment_id: 'p.company_id',
        contract_id: 'p.contract_id',
        timesheet_id: idOf('7', 'k'),
        funding_model: `'direct'`,
        funding_type: `'funded'`,
        currency_id: GBP,
        raised_date: `${DAY} + 7`,
        total_units: '40',
        ...Object.fromEntries(
          ['client', 'sale', 'contractor', 'fee', 'agency'].flatMap((side, n) =>
            ['net', 'tax', 'gross'].map((part, m) => [
              `${side}_${part}`,
              `${
                [
                  [1000, 200, 1200],
                  [1000, 200, 1200],
                  [800, 160, 960],
                  [30, 6, 36],
                  [170, 34, 204],
                ][n]?.[m]
              }`,
            ]),
          ),
        ),
        on_costs: '0',
        created_at: MOMENT,
        updated_at: MOMENT,
      },
    },
  ]
}

const documents = (count: number, placements: number) =>
  `generate_series(1, ${count}) n cross join lateral (select 1 + (n - 1) / 5 as k, 1 + (n - 1) % 5 as doc) s
    join placed p on p.no = 1 + k % ${placements}`

const disputes = ({ invoices: count, placements }: Sizes): Rows => ({
  table: 'transaction.dispute',
  from: `${documents(count, placements)} where doc = 1 and ${IS_DISPUTED}`,
  columns: {
    id: idOf('4e', 'n'),
    invoice_id: idOf('f', 'n'),
    provider_id: PROVIDER,
    agency_id: 'p.agency_id',
    client_id: 'p.client_id',
    funder_id: 'p.funder_id',
    reason: `'Hours were wrong'`,
    raised_by: person,
    raised_on: DAY,
    owner_id: `case when n % 3 > 0 then ${idOf('4f', '1 + n % 40')} end`,
    owner_name: `case when n % 3 > 0 then ${pick(FIRST, 'n % 40')} || ' ' || ${pick(LAST, 'n % 40')} end`,
    owner_business_id: `case when n % 3 > 0 then p.agency_id end`,
    created_at: MOMENT,
    updated_at: MOMENT,
  },
})

/** Five documents of a set: the first is the client's. Amounts are as good as unique, days and states as they come. */
function invoices({ invoices: count, placements }: Sizes): Rows {
  const amount = `round(100 + (n::bigint * 7919) % 900000 / 100.0, 2)`
  return {
    table: 'transaction.invoice',
    from: documents(count, placements),
    columns: {
      id: idOf('f', 'n'),
      human_id: `'INV' || n`,
      invoice_set_id: idOf('e', 'k'),
      type: `(array['provider-client', 'contractor-agency', 'agency-provider', 'provider-agency', 'agency_earnings'])[doc]`,
      generation_type: `'timesheet'`,
      status: INVOICE_STATUS,
      funding_type: `(array['funded', 'funded', 'partly_funded', 'paid_when_paid'])[1 + p.no % 4]`,
      ...CONTRACT_PARTIES,
      from_business_id: `(array[${PROVIDER}, p.company_id, p.agency_id, ${PROVIDER}, p.agency_id])[doc]`,
      to_business_id: `(array[p.client_id, p.agency_id, ${PROVIDER}, p.agency_id, ${PROVIDER}])[doc]`,
      from_invoice_entity_id: PROVIDER,
      to_invoice_entity_id: PROVIDER,
      contract_id: 'p.contract_id',
      timesheet_id: idOf('7', 'k'),
      transaction_id: idOf('7', 'k'),
      transaction_type: `'timesheet'`,
      payment_company_id: 'case doc when 2 then p.company_id end',
      payment_company_type: `case doc when 2 then 'limited' end`,
      currency_id: GBP,
      amount,
      tax_amount: `round(${amount} * 0.2, 2)`,
      total_amount: `${amount} + round(${amount} * 0.2, 2)`,
      outstanding_balance: `case ${INVOICE_STATUS} when 'open' then ${amount} + round(${amount} * 0.2, 2) else 0 end`,
      business_tax_id: PROVIDER,
      raised_date: `${DAY} + 7`,
      tax_point: `${DAY} + 7`,
      due_date: `${DAY} + 7 + 30`,
      is_part_paid: `${spread('k', 13)} % 50 = 0`,
      is_disputed: IS_DISPUTED,
      dispute_id: `case when doc = 1 and ${IS_DISPUTED} then ${idOf('4e', 'n')} end`,
      // A sheet in ten was corrected.
      refinement_id: `case when k % 10 = 0 then ${idOf('4d', 'k / 10')} end`,
      is_disallowed: `${spread('k', 15)} % 100 = 0`,
      last_payment_date: `case ${INVOICE_STATUS} when 'closed' then ${DAY} + 40 + k % 20 end`,
      po_number: `'PO' || p.no % 1000`,
      period_start: DAY,
      period_end: `${DAY} + 6`,
      created_at: MOMENT,
      updated_at: `${MOMENT} + (${spread('n', 16)} % 5000000) * interval '1 second'`,
    },
  }
}

/** Fills an empty database. Indexes come after the rows; foreign keys are not asked. */
export async function fillLists(owner: pg.Pool, count: number): Promise<void> {
  const sizes = sizesOf(count)
  const client = await owner.connect()
  try {
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
       where indrelid in ('transaction.invoice'::regclass, 'transaction.timesheet'::regclass, 'ledger.posting'::regclass)
         and not exists (select from pg_constraint where conindid = indexrelid)`,
    )
    await client.query('set session_replication_role = replica')
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const rows of parties(sizes)) await client.query(insertSql(rows))
    await client.query(party_table(sizes))
    await client.query('analyze placed')
    const filled = [
      ...placementRows(),
      ...work(sizes),
      invoices(sizes),
      disputes(sizes),
      ...[...cash_rows, ...other_rows].map((rows) => rows(sized(sizes))),
    ]
    for (const rows of filled) await client.query(insertSql(rows))
    for (const { made } of indexes) await client.query(made)
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
