/** Tables and rows of the shelf, and who looks at them. The tests' day is 2026-03-01. */
import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import { viewers as yard } from '../world.ts'

const uuid = (kind: string, n: number) => `${kind}0000000-0000-4000-8000-00000000000${n}`

export const ids = {
  north: '10000000-0000-4000-8000-000000000001',
  south: '10000000-0000-4000-8000-000000000002',
  ada: uuid('a', 1),
  ben: uuid('a', 2),
  cyd: uuid('a', 3),
  dot: uuid('a', 4),
  ash: uuid('b', 1),
  birch: uuid('b', 2),
  cedar: uuid('b', 3),
  elder: uuid('b', 4),
  fir: uuid('b', 5),
  gorse: uuid('b', 6),
  r1: uuid('c', 1),
  r2: uuid('c', 2),
  r3: uuid('c', 3),
  r4: uuid('c', 4),
  r5: uuid('c', 5),
  fresh: uuid('d', 1),
  fresh2: uuid('d', 2),
} as const

const TABLES = `
  create schema shelf;
  create table shelf.currency (code text primary key, name text not null);
  create table shelf.author (
    id uuid primary key default gen_random_uuid(), agency_id uuid not null, name text not null, born_on date,
    rating numeric(7,4) check (rating between 0 and 100), is_retired boolean not null default false,
    interests text[] not null default '{}', profile jsonb not null default '{}',
    joined_at timestamptz not null default '2026-01-01T00:00:00Z', created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(), deleted_at timestamptz,
    constraint author_name_key unique (agency_id, name));
  create table shelf.book (
    id uuid primary key default gen_random_uuid(), agency_id uuid not null, kind text not null default 'plain',
    code text not null constraint book_code_key unique, author_id uuid not null references shelf.author (id),
    editor_id uuid references shelf.author (id), currency_code text not null default 'GBP' references shelf.currency (code),
    title text not null, status text not null default 'draft', pages integer, price numeric(15,2) not null default 0,
    cost numeric(15,2) not null default 0, printed_on date, data jsonb not null default '{}',
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz);
  create table shelf.review (
    id uuid primary key default gen_random_uuid(), agency_id uuid not null,
    book_id uuid not null references shelf.book (id), stars integer not null, text text,
    is_public boolean not null default true, reader_email text not null,
    constraint review_reader_key unique (book_id, reader_email));
  create function shelf.age_days(printed_on date, today date) returns integer
    language sql immutable parallel safe as $$ select today - printed_on $$;
  create function shelf.get_page_totals(agency_id uuid, pages_min integer default 0, since date default null, titles text[] default null)
    returns table (author_id uuid, books integer, pages integer, price numeric) language sql stable as $$
    select b.author_id, count(*)::int, sum(b.pages)::int, sum(b.price) from shelf.book b
    where b.agency_id = get_page_totals.agency_id and b.deleted_at is null and coalesce(b.pages, 0) >= pages_min
      and (since is null or b.printed_on >= since) and (titles is null or b.title = any(titles))
    group by 1 $$;
  create function shelf.get_author_totals(agency_id uuid, author_id uuid)
    returns table (author_id uuid, books integer, pages integer, price numeric) language sql stable as $$
    select * from shelf.get_page_totals(get_author_totals.agency_id) t where t.author_id = get_author_totals.author_id $$;`

const ROWS = `
  truncate shelf.review, shelf.book, shelf.author, shelf.currency;
  insert into shelf.currency values ('EUR', 'Euro'), ('GBP', 'Pound sterling');
  insert into shelf.author (id, agency_id, name, born_on, rating, is_retired, interests, profile, joined_at, created_at, updated_at, deleted_at) values
    ('${ids.ada}', '${ids.north}', 'Ada', '1970-05-01', 87.5, false, '{trees,rail}', '{"city": "Leeds", "prizes": [2019, 2021], "agent": {"name": "Roe"}}', '2025-06-01T08:00:00Z', '2025-06-01T08:00:00Z', '2026-02-01T10:00:00Z', null),
    ('${ids.ben}', '${ids.north}', 'Ben', '1985-11-30', null, false, '{}', '{}', '2025-07-01T08:00:00Z', '2025-06-01T08:00:00Z', '2026-02-02T10:00:00Z', null),
    ('${ids.cyd}', '${ids.north}', 'Cyd', null, 12.25, true, '{rail}', '{"city": "York"}', '2025-08-01T08:00:00+01:00', '2025-06-01T08:00:00Z', '2026-02-03T10:00:00Z', null),
    ('${ids.dot}', '${ids.south}', 'Dot', '1990-01-01', 50, false, '{sea}', '{"city": "Hull"}', '2025-09-01T08:00:00Z', '2025-06-01T08:00:00Z', '2026-02-04T10:00:00Z', null);
  insert into shelf.book (id, agency_id, kind, code, author_id, editor_id, currency_code, title, status, pages, price, cost, printed_on, data, updated_at, deleted_at) values
    ('${ids.ash}', '${ids.north}', 'plain', 'B1', '${ids.ada}', '${ids.ben}', 'GBP', 'Ash', 'printed', 120, 9.99, 4.00, '2026-02-01', '{"size": "A5", "tags": ["tree", "short"], "sold": 3}', '2026-02-01T10:00:00Z', null),
    ('${ids.birch}', '${ids.north}', 'plain', 'B2', '${ids.ada}', null, 'EUR', 'Birch', 'printed', 340, 14.50, 6.50, '2025-12-24', '{"size": "A4"}', '2026-02-02T10:00:00Z', null),
    ('${ids.cedar}', '${ids.north}', 'classic', 'B3', '${ids.ben}', '${ids.ada}', 'GBP', 'Cedar 100%', 'draft', null, 0, 1.25, null, '{}', '2026-02-03T10:00:00Z', null),
    ('${ids.elder}', '${ids.north}', 'plain', 'B4', '${ids.ben}', null, 'GBP', 'elder_tree', 'lost', 120, 20.00, 8.00, '2020-02-29', '[1, 2, 3]', '2026-02-04T10:00:00Z', null),
    ('${ids.fir}', '${ids.south}', 'plain', 'B5', '${ids.dot}', null, 'GBP', 'Fir', 'printed', 77, 5.00, 2.00, '2026-01-01', '{}', '2026-02-05T10:00:00Z', null),
    ('${ids.gorse}', '${ids.north}', 'plain', 'B6', '${ids.ada}', null, 'GBP', 'Gorse', 'printed', 10, 1.00, 0.50, null, '{}', '2026-02-06T10:00:00Z', '2026-02-07T10:00:00Z');
  insert into shelf.review (id, agency_id, book_id, stars, text, is_public, reader_email) values
    ('${ids.r1}', '${ids.north}', '${ids.ash}', 5, 'Splendid', true, 'kim@work.test'),
    ('${ids.r2}', '${ids.north}', '${ids.ash}', 3, null, false, 'lee@work.test'),
    ('${ids.r3}', '${ids.north}', '${ids.birch}', 1, 'Too long', true, 'kim@work.test'),
    ('${ids.r4}', '${ids.north}', '${ids.elder}', 4, 'Lost, alas', true, 'lee@work.test'),
    ('${ids.r5}', '${ids.south}', '${ids.fir}', 2, 'Salty', true, 'kim@work.test');`

export async function layTables(owner: pg.Pool): Promise<void> {
  await owner.query(TABLES)
  for (const table of ['author', 'book', 'review'])
    await owner.query(`call platform.watch_changes('shelf.${table}')`)
}

/** The rows as every case finds them. */
export async function layRows(owner: pg.Pool): Promise<void> {
  await owner.query(ROWS)
}

/** `north` is the northern publisher's administrator; `reader` is Kim, who wrote three reviews. */
export const viewers = {
  north: yard.north,
  clerk: yard.north_user,
  south: yard.south,
  client: yard.acme,
  reader: yard.kim,
  funder: yard.funder,
  provider: yard.provider,
} as const satisfies Record<string, Viewer>

export type Who = keyof typeof viewers
