/**
 * PostGraphile 5 on the benchmark's database. It does the same work: the same columns, relations and capped counts, and
 * only the agency's rows, once by arguments and once by a role, a claim and row security. What it needs for that is made
 * here, as its manual says: functions for the counts and the computed field, and policies.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { ListCase } from './list.ts'
import type { Asked } from './load.ts'
import type { Kind } from './servers.ts'
import { agencyId } from './world.ts'

const folder = fileURLToPath(new URL('../peers/', import.meta.url))
const CAP = 10_000

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>
}

const readLock = (file: string): Lock => JSON.parse(readFileSync(file, 'utf8')) as Lock // npm's own form.

function isInstalled(): boolean {
  const record = `${folder}node_modules/.package-lock.json`
  if (!existsSync(record)) return false
  const wanted = readLock(`${folder}package-lock.json`).packages
  const held = readLock(record).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || held[path]?.version === version,
  )
}

/** Installs what bench/peers/package-lock.json names, unless it is there. @returns why it could not, or null */
export function installPeers(): string | null {
  if (isInstalled()) return null
  console.log('Installing PostGraphile (npm ci in bench/peers) …')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (done.error) return `npm could not be run (${done.error.message})`
  return done.status === 0 ? null : `npm ci in bench/peers ended with ${done.status}`
}

/** The version that answers, for the report. */
export const peerVersion = (): string =>
  readLock(`${folder}package-lock.json`).packages['node_modules/postgraphile']?.version ?? 'unknown'

const count = (condition: string) =>
  `select count(*) from (select from transaction.invoice i where ${condition} limit ${CAP}) c`

const PREPARE = `
  create schema peer;
  create function transaction.invoice_finance_status(i transaction.invoice) returns text language sql stable
    as $$ select transaction.finance_status(i.status, i.due_date, (now() at time zone 'Europe/London')::date) $$;
  create function peer.count_of_agency(agency_id uuid) returns bigint language sql stable
    as $$ ${count('i.agency_id = $1 and i.deleted_at is null')} $$;
  create function peer.count_of_agency_status(agency_id uuid, status text) returns bigint language sql stable
    as $$ ${count('i.agency_id = $1 and i.status = $2 and i.deleted_at is null')} $$;
  create function peer.count_visible() returns bigint language sql stable as $$ ${count('true')} $$;
  create function peer.count_visible_status(status text) returns bigint language sql stable as $$ ${count('i.status = $1')} $$;
  grant usage on schema transaction, business, platform, peer to peer, peer_agency;
  grant select on transaction.invoice, business.business, platform.currency to peer, peer_agency;
  grant execute on function transaction.finance_status, transaction.invoice_finance_status to peer, peer_agency;
  grant execute on all functions in schema peer to peer, peer_agency;
  alter table transaction.invoice enable row level security;
  alter table business.business enable row level security;
  alter table platform.currency enable row level security;
  create policy peer on transaction.invoice for select to peer_agency
    using (agency_id = current_setting('peer.agency_id')::uuid and deleted_at is null);
  create policy peer on business.business for select to peer_agency using (deleted_at is null);
  create policy peer on platform.currency for select to peer_agency using (deleted_at is null);`

/** Roles, functions and policies of the peers in the database of `owner`, a superuser. Ours are not bound by the policies. */
export async function preparePeers(owner: pg.Pool, database: string, ourRole: string): Promise<void> {
  const { rowCount } = await owner.query(`select from pg_roles where rolname = 'peer'`)
  if (rowCount === 0) {
    await owner.query(`create role peer_agency nologin`)
    await owner.query(`create role peer login bypassrls password 'peer' in role peer_agency`)
    await owner.query(`alter role ${ourRole} bypassrls`)
  }
  await owner.query(`grant connect on database "${database}" to peer`)
  await owner.query(PREPARE)
}

const RECORDS = `nodes {
      id: rowId humanId type status financeStatus amount taxAmount totalAmount outstandingBalance raisedDate dueDate updatedAt
      client: businessBusinessByClientId { id: rowId name }
      currency: platformCurrencyByCurrencyId { id: rowId alphaCode }
    }`

const PLAIN_QUERY = `query invoices($agency: UUID!, $status: String!) {
  total: peerCountOfAgency(agencyId: $agency)
  count: peerCountOfAgencyStatus(agencyId: $agency, status: $status)
  records: allInvoices(condition: {agencyId: $agency, status: $status, deletedAt: null}, orderBy: [UPDATED_AT_DESC], first: 10) {
    ${RECORDS}
  }
}`

const SETTINGS_QUERY = `query invoices($status: String!) {
  total: peerCountVisible
  count: peerCountVisibleStatus(status: $status)
  records: allInvoices(condition: {status: $status}, orderBy: [UPDATED_AT_DESC], first: 10) {
    ${RECORDS}
  }
}`

/** A peer's request for one case. */
export function askPeer(kind: Kind, { agency, status }: ListCase): Asked {
  const body =
    kind === 'peer_plain'
      ? { query: PLAIN_QUERY, variables: { agency: agencyId(agency), status } }
      : { query: SETTINGS_QUERY, variables: { status } }
  return { agency, body: JSON.stringify(body) }
}
