/**
 * A small world for the data endpoint's own tests: a schema with every kind of field, both kinds of relation, a soft
 * delete, a computed field, a table shared by two entities and rules of each shape. Tables and rows are real.
 */
import type pg from 'pg'
import type { FunctionRoot } from '#data/schema/function-root.ts'
import { type Access, type EntityWithAccess, type Viewer, viewer } from '#entity/access.ts'
import { type Entity, entity } from '#entity/entity.ts'

export const ids = {
  north: '10000000-0000-4000-8000-000000000001',
  south: '10000000-0000-4000-8000-000000000002',
  acme: '20000000-0000-4000-8000-000000000001',
  bolt: '20000000-0000-4000-8000-000000000002',
  crux: '20000000-0000-4000-8000-000000000003',
  gone: '20000000-0000-4000-8000-000000000004',
  a1: '30000000-0000-4000-8000-000000000001',
  a2: '30000000-0000-4000-8000-000000000002',
  a3: '30000000-0000-4000-8000-000000000003',
  b1: '30000000-0000-4000-8000-000000000004',
  c1: '30000000-0000-4000-8000-000000000005',
  deleted: '30000000-0000-4000-8000-000000000006',
  fee: '30000000-0000-4000-8000-000000000007',
} as const

const SCHEMA = `
  create schema yard;
  create table yard.firm (
    id uuid primary key, name text not null, email text, agency_id uuid not null,
    industries text[] not null default '{}', facts jsonb not null default '{}', is_active boolean not null default true,
    created_at timestamptz not null default '2026-01-01T09:00:00Z', deleted_at timestamptz);
  create table yard.bill (
    id uuid primary key, human_id text not null unique, kind text not null, status text not null,
    agency_id uuid not null, firm_id uuid not null references yard.firm (id), amount numeric(15,2) not null,
    margin numeric(15,2) not null, due_date date, position integer, note text,
    updated_at timestamptz not null, deleted_at timestamptz);
  create table yard.line (
    id uuid primary key default gen_random_uuid(), bill_id uuid not null references yard.bill (id), agency_id uuid not null,
    position integer not null, description text not null, units numeric(12,4) not null, rate numeric(12,4) not null,
    unique (bill_id, position));
  create table yard.memo (
    id uuid primary key default gen_random_uuid(), agency_id uuid not null, user_id text not null, text text not null,
    bill_id uuid references yard.bill (id), data jsonb not null default '{}', hits integer not null default 0,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz,
    unique (agency_id, text));
  create table yard.secret (id uuid primary key, code text not null);
  create function yard.is_late(status text, due_date date, today date) returns boolean
    language sql immutable parallel safe as $$ select status = 'open' and due_date < today $$;
  create function yard.get_status_totals(agency_id uuid, today date, amount_min numeric default 0, statuses text[] default null)
    returns table (status text, firm_id uuid, amount numeric, late integer) language sql stable as $$
    select b.status, b.firm_id, sum(b.amount), count(*) filter (where yard.is_late(b.status, b.due_date, get_status_totals.today))::int
    from yard.bill b where b.agency_id = get_status_totals.agency_id and b.deleted_at is null
      and (statuses is null or b.status = any(statuses))
    group by 1, 2 having sum(b.amount) >= amount_min $$;`

export const firm = entity({
  module: 'yard',
  name: 'firm',
  label: 'Firm',
  plural: 'Firms',
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    name: { kind: 'text', label: 'Name', searchable: true },
    email: { kind: 'email', label: 'Email', nullable: true },
    industries: { kind: 'tags', label: 'Industries' },
    facts: { kind: 'json', label: 'Facts' },
    is_active: { kind: 'boolean', label: 'Active' },
    created_at: { kind: 'instant', label: 'Created' },
  },
  relations: { bills: { kind: 'array', to: 'yard.bill', from: 'id', key: 'firm_id' } },
})

const billFields = {
  id: { kind: 'uuid', label: 'Id' },
  human_id: { kind: 'human_id', label: 'Bill' },
  kind: { kind: 'code', label: 'Kind' },
  status: {
    kind: 'choice',
    label: 'Status',
    choices: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
    ],
  },
  firm_id: { kind: 'uuid', label: 'Firm' },
  amount: { kind: 'money', label: 'Amount' },
  margin: { kind: 'money', label: 'Margin' },
  due_date: { kind: 'day', label: 'Due', nullable: true },
  position: { kind: 'integer', label: 'Position', nullable: true },
  note: { kind: 'text', label: 'Note', nullable: true },
  updated_at: { kind: 'instant', label: 'Updated' },
  is_late: {
    kind: 'boolean',
    label: 'Late',
    computed: { fn: 'yard.is_late', args: ['status', 'due_date', '$today'] },
  },
} as const

export const bill = entity({
  module: 'yard',
  name: 'bill',
  label: 'Bill',
  plural: 'Bills',
  fields: billFields,
  relations: {
    firm: { kind: 'object', to: 'yard.firm', from: 'firm_id', key: 'id' },
    lines: { kind: 'array', to: 'yard.line', from: 'id', key: 'bill_id' },
  },
})

/** Fee bills: rows of the same table with their kind fixed. */
export const fee = entity({
  module: 'yard',
  name: 'fee',
  label: 'Fee',
  plural: 'Fees',
  table: 'yard.bill',
  fixed: { kind: 'fee' },
  fields: { id: billFields.id, human_id: billFields.human_id, amount: billFields.amount },
})

export const line = entity({
  module: 'yard',
  name: 'line',
  label: 'Line',
  plural: 'Lines',
  soft_delete: false,
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    bill_id: { kind: 'uuid', label: 'Bill' },
    position: { kind: 'integer', label: 'Position' },
    description: { kind: 'text', label: 'Description' },
    units: { kind: 'units', label: 'Units' },
    rate: { kind: 'rate', label: 'Rate' },
  },
  relations: { bill: { kind: 'object', to: 'yard.bill', from: 'bill_id', key: 'id' } },
})

export const memo = entity({
  module: 'yard',
  name: 'memo',
  label: 'Memo',
  plural: 'Memos',
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    user_id: { kind: 'code', label: 'User' },
    text: { kind: 'text', label: 'Text' },
    bill_id: { kind: 'uuid', label: 'Bill', nullable: true },
    data: { kind: 'json', label: 'Data' },
    hits: { kind: 'integer', label: 'Hits' },
    created_at: { kind: 'instant', label: 'Created' },
    updated_at: { kind: 'instant', label: 'Updated' },
  },
  relations: { bill: { kind: 'object', to: 'yard.bill', from: 'bill_id', key: 'id' } },
})

export const listed = <const F extends string>(...shown: readonly F[]) => ({ shown, hidden: [] })

const own = { agency_id: { _eq: viewer.business_id } }

const memoAccess: Access<typeof memo> = {
  agency: {
    rows: own,
    fields: 'all',
    insert: {
      fields: ['id', 'text', 'bill_id', 'data', 'hits'],
      presets: { user_id: viewer.user_id, agency_id: viewer.business_id } as object,
      rows: own,
    },
    update: {
      fields: ['text', 'data', 'hits'],
      presets_by_action: { 'yard.memo.reset': { hits: 0 } },
      rows: { ...own, user_id: { _eq: viewer.user_id } },
    },
    delete: { roles: ['agency_admin'], rows: own },
  },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: 'all', fields: 'all' },
}

const none = { client: null, contractor: null, funder: null } as const

export const declarations: readonly EntityWithAccess[] = [
  {
    entity: firm,
    access: {
      ...none,
      agency: { rows: own, fields: 'all' },
      provider: { rows: 'all', fields: 'all' },
      client: { rows: 'parent', fields: listed('id', 'name') },
    } as Access<Entity>,
  },
  {
    entity: bill,
    access: {
      agency: { rows: own, fields: 'all', fields_by_role: { margin: ['agency_admin'] } },
      // A client is a firm: it sees its open and closed bills, never the margin.
      client: {
        rows: { firm_id: { _eq: viewer.business_id } },
        fields: listed(
          'id',
          'human_id',
          'kind',
          'status',
          'firm_id',
          'amount',
          'due_date',
          'position',
          'updated_at',
          'is_late',
        ),
      },
      contractor: {
        rows: { lines: { description: { _eq: viewer.email } } },
        fields: listed('id', 'human_id'),
        aggregates: false,
      },
      funder: null,
      provider: { rows: 'all', fields: 'all' },
    } as Access<Entity>,
  },
  {
    entity: fee,
    access: { ...none, agency: { rows: own, fields: 'all' }, provider: null } as Access<Entity>,
  },
  {
    entity: line,
    access: {
      ...none,
      agency: {
        rows: own,
        rows_by_role: { agency_consultant: { bill: { status: { _eq: 'open' } } } },
        fields: 'all',
      },
      client: {
        rows: { bill: { firm_id: { _eq: viewer.business_id } } },
        fields: listed('id', 'bill_id', 'position', 'description', 'units'),
      },
      provider: { rows: 'all', fields: 'all' },
    } as Access<Entity>,
  },
  { entity: memo, access: memoAccess as Access<Entity> },
]

/** A function-backed table: totals of the viewer's own business, as of today. */
export const functions: readonly FunctionRoot[] = [
  {
    name: 'get_status_totals',
    sql: 'yard.get_status_totals',
    rows: entity({
      module: 'yard',
      name: 'status_total',
      label: 'Total',
      plural: 'Totals',
      soft_delete: false,
      fields: {
        status: { kind: 'code', label: 'Status' },
        firm_id: { kind: 'uuid', label: 'Firm' },
        amount: { kind: 'money', label: 'Amount' },
        late: { kind: 'integer', label: 'Late' },
      },
      relations: { firm: { kind: 'object', to: 'yard.firm', from: 'firm_id', key: 'id' } },
    }),
    args: { amount_min: { kind: 'money' }, statuses: { kind: 'tags' } },
    forced: { agency_id: viewer.business_id, today: '$today' },
    who: { agency: ['agency_admin'] },
  },
]

/** Lays tables and rows. Due dates stand around 2026-03-01, the day of the tests. */
export async function makeWorld(owner: pg.Pool): Promise<void> {
  await owner.query(SCHEMA)
  await owner.query(`
    insert into yard.firm (id, name, email, agency_id, industries, facts, is_active, deleted_at) values
      ('${ids.acme}', 'Acme', 'a@acme.test', '${ids.north}', '{rail,road}', '{"size": 3, "tags": ["x"]}', true, null),
      ('${ids.bolt}', 'Bolt', null, '${ids.north}', '{}', '{}', false, null),
      ('${ids.crux}', 'Crux', 'c@crux.test', '${ids.south}', '{sea}', '{"size": 9}', true, null),
      ('${ids.gone}', 'Gone', null, '${ids.north}', '{}', '{}', true, now());
    insert into yard.bill (id, human_id, kind, status, agency_id, firm_id, amount, margin, due_date, position, note, updated_at, deleted_at) values
      ('${ids.a1}', 'INV1', 'sale', 'open', '${ids.north}', '${ids.acme}', 100.00, 10.00, '2026-02-01', 1, 'first', '2026-02-01T10:00:00Z', null),
      ('${ids.a2}', 'INV2', 'sale', 'closed', '${ids.north}', '${ids.acme}', 250.50, 20.00, '2026-03-10', 2, null, '2026-02-02T10:00:00Z', null),
      ('${ids.a3}', 'INV3', 'sale', 'open', '${ids.north}', '${ids.acme}', 75.25, 30.00, null, null, '50% off_now', '2026-02-03T10:00:00Z', null),
      ('${ids.b1}', 'INV4', 'sale', 'open', '${ids.north}', '${ids.bolt}', 1000.00, 40.00, '2026-03-20', 4, 'Largest', '2026-02-04T10:00:00Z', null),
      ('${ids.c1}', 'INV5', 'sale', 'open', '${ids.south}', '${ids.crux}', 5.00, 1.00, '2026-01-01', 5, null, '2026-02-05T10:00:00Z', null),
      ('${ids.deleted}', 'INV6', 'sale', 'open', '${ids.north}', '${ids.acme}', 1.00, 1.00, null, 6, null, '2026-02-06T10:00:00Z', now()),
      ('${ids.fee}', 'FEE1', 'fee', 'open', '${ids.north}', '${ids.bolt}', 12.34, 0, '2026-02-15', 7, null, '2026-02-07T10:00:00Z', null);
    insert into yard.line (bill_id, agency_id, position, description, units, rate) values
      ('${ids.a1}', '${ids.north}', 1, 'Monday', 7.5, 10), ('${ids.a1}', '${ids.north}', 2, 'Tuesday', 2.5, 10),
      ('${ids.a2}', '${ids.north}', 1, 'Week', 37.5, 6.68), ('${ids.b1}', '${ids.north}', 1, 'Month', 1, 1000),
      ('${ids.c1}', '${ids.south}', 1, 'kim@work.test', 1, 5)`)
}

const person: Viewer = {
  category: 'agency',
  roles: ['agency_admin'],
  user_id: 'user-1',
  user_name: 'Ada North',
  email: 'ada@north.test',
  business_id: ids.north,
  business_name: 'North',
  business_type: 'agency',
  business_contact_id: '40000000-0000-4000-8000-000000000001',
  provider_id: '50000000-0000-4000-8000-000000000001',
  features: [],
  session_id: 'session-1',
  impersonator_user_id: null,
  impersonator_business_id: null,
  token: null,
  same_person_ids: [],
}

/** Who looks. */
export const viewers = {
  north: person,
  north_user: { ...person, roles: ['agency_user'], user_id: 'user-2' },
  north_consultant: { ...person, roles: ['agency_consultant'], user_id: 'user-3' },
  south: { ...person, business_id: ids.south, business_name: 'South', user_id: 'user-4' },
  acme: {
    ...person,
    category: 'client',
    roles: ['invoice_contact'],
    business_id: ids.acme,
    user_id: 'user-5',
  },
  kim: {
    ...person,
    category: 'contractor',
    roles: ['contractor'],
    email: 'kim@work.test',
    user_id: 'user-6',
  },
  funder: { ...person, category: 'funder', roles: ['funder_admin'], user_id: 'user-7' },
  provider: { ...person, category: 'provider', roles: ['provider_admin'], user_id: 'user-8' },
} as const satisfies Record<string, Viewer>
