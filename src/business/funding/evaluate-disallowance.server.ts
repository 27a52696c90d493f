/**
 * The rule of `disallow` (disallow.rules.ts) over whole clients as one statement: it runs with every document raised,
 * receipt matched, credit given and limit set, and once a day for the passing of time (money.md §1.9).
 */
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Tx } from '#server/verb.ts'
import { fromSource, insertSelectSql, unnestSql } from '#server/write-row.server.ts'
import { standard_funding_rule } from './disallow.rules.ts'
import { disallowance } from './funding-rule.entity.ts'

/** Debtor and principal; null `client_id` is every client of the principal, both null is everything. */
export type ExposureKey = { readonly client_id: string | null; readonly principal_id: string | null }

type Within = { readonly tx: Tx; readonly clock: Clock }

/** The client-facing documents among these, as keys of exposure. */
export function exposureOf(
  { tx }: Pick<Within, 'tx'>,
  invoice_ids: readonly string[],
): Promise<ExposureKey[]> {
  if (invoice_ids.length === 0) return Promise.resolve([])
  return tx.rows<ExposureKey>(
    `select distinct i.client_id, transaction.principal_of(i.type, i.provider_id, i.funder_id) as principal_id
     from transaction.invoice i
     where i.id = any ($1) and i.type in ('provider-client', 'agency-client', 'funder-client') and i.client_id is not null
     order by 1, 2`,
    [invoice_ids],
  )
}

/** The follow-up of a debtor's debt after its judgement. */
export type Judged = {
  readonly key: ExposureKey
  /** How many documents changed. */
  readonly changed: number
  /** Does any of it wait for room under a limit? */
  readonly is_held: boolean
  /** Does, or did, any of it exceed its agency's covered advance? */
  readonly is_at_stake: boolean
}

/** The new mark of a document that differs from its stored one. Amounts are decimal text. */
type Verdict = {
  readonly id: string
  readonly principal_id: string
  readonly reason: string | null
  readonly amount: string
}

type Judgement = Pick<Judged, 'is_held' | 'is_at_stake'> & { readonly verdicts: readonly Verdict[] | null }

/**
 * Recomputes the disallowed parts of these clients' open debt, updates changed documents, and records each change.
 * Returns the follow-up; most debt needs none.
 */
export async function evaluateDisallowance(within: Within, keys: readonly ExposureKey[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const key of keys) {
    const { verdicts, is_held, is_at_stake } = await judge(within, key)
    const changed = verdicts === null ? 0 : await mark(within, verdicts)
    judged.push({ key, changed, is_held, is_at_stake: is_at_stake || changed > 0 })
  }
  return judged
}

/** Reads alone: a statement that may write costs its triggers, whether or not there is anything to write. */
async function judge({ tx, clock }: Within, key: ExposureKey): Promise<Judgement> {
  await lockExposure(tx, key)
  const judgement = await tx.row<Judgement>(judging(key), [
    key.client_id,
    key.principal_id,
    clock.today(),
    standard_funding_rule.age_days,
    standard_funding_rule.age_basis,
    standard_funding_rule.part_paid_days,
  ])
  return present(judgement, 'the statement answers with one row')
}

/**
 * Two receipts for one client wait for each other, so that the second sees the first's use of the limit. A judgement
 * of everything excludes all of them.
 */
async function lockExposure(tx: Tx, { client_id, principal_id }: ExposureKey): Promise<void> {
  const of_all = `hashtextextended('exposures:' || coalesce($1::text, ''), 0)`
  if (client_id === null)
    return void (await tx.run(`select pg_advisory_xact_lock(${of_all})`, [principal_id]))
  await tx.run(
    `select pg_advisory_xact_lock_shared(${of_all}), pg_advisory_xact_lock(hashtextextended('exposure:' || $2::text, 0))`,
    [principal_id, client_id],
  )
}

const verdict_columns = { id: 'uuid', principal_id: 'uuid', reason: 'text', amount: 'numeric' } as const

/** @returns how many documents changed */
function mark({ tx, clock }: Within, verdicts: readonly Verdict[]): Promise<number> {
  const params: unknown[] = [clock.today(), clock.now()]
  return tx.run(
    `with marked as (
       update transaction.invoice i set is_disallowed = s.reason is not null, disallowed_status = s.reason,
         disallowed_amount = s.amount, updated_at = $2
       from ${unnestSql(verdict_columns, verdicts, params, 's')}
       where s.id = i.id and (i.disallowed_status, i.disallowed_amount) is distinct from (s.reason, s.amount)
       returning i.id, s.principal_id, s.reason, s.amount, i.outstanding_balance, i.provider_id, i.agency_id, i.client_id,
         i.contractor_id, i.funder_id, i.currency_id)
     ${insertSelectSql(disallowance, {
       ...fromSource('m', ['principal_id', 'reason', 'amount', 'outstanding_balance', 'currency_id']),
       ...fromSource('m', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
       invoice_id: 'm.id',
       on_date: '$1::date',
       created_at: '$2',
     })} from marked m`,
    params,
  )
}

/**
 * `i` is a document of the key's debt, $1 its client and $2 its principal. A condition of its own for each kind of key: one
 * that asks whether there is a client at all would be planned as if there were none, once its plan is kept.
 */
export function ofKey({ client_id, principal_id }: ExposureKey): string {
  const of_client = client_id === null ? '$1::uuid is null' : 'i.client_id = $1'
  const of_principal =
    principal_id === null
      ? '$2::uuid is null'
      : 'transaction.principal_of(i.type, i.provider_id, i.funder_id) = $2'
  return `${of_client} and ${of_principal}`
}

const judging = (key: ExposureKey) => `
  with theirs as (
    select i.*, transaction.principal_of(i.type, i.provider_id, i.funder_id) as principal_id from transaction.invoice i
    where i.deleted_at is null and i.status = 'open' and i.reassigned_on is null
      and i.type in ('provider-client', 'agency-client', 'funder-client') and ${ofKey(key)}
    union all
    select i.*, transaction.principal_of(i.type, i.provider_id, i.funder_id) from transaction.invoice i
    where i.is_disallowed and (i.status <> 'open' or i.reassigned_on is not null) and ${ofKey(key)}),
  debt as (
    select id, client_id, currency_id, case when reassigned_on is null then status else 'reassigned' end as status,
      outstanding_balance, raised_date, due_date, is_part_paid, last_payment_date, human_id, principal_id,
      funding_status, disallowed_status, disallowed_amount
    from theirs),
  principals as (
    select p.principal_id, coalesce(r.age_days, $4::int) as age_days, coalesce(r.age_basis, $5::text) as age_basis,
      coalesce(r.part_paid_days, $6::int) as part_paid_days
    from (select distinct principal_id from debt) p
    left join lateral (
      select age_days, age_basis, part_paid_days from business.funding_rule f
      where f.principal_id = p.principal_id and f.deleted_at is null and f.effective_from <= $3::date
        and (f.effective_to is null or f.effective_to >= $3::date)
      order by f.effective_from desc limit 1) r on true),
  limits as (
    select k.client_id, k.principal_id, k.currency_id, l.amount
    from (select distinct client_id, principal_id, currency_id from debt) k
    join lateral (
      select c.amount from business.credit_limit c
      where c.client_id = k.client_id and c.limiter_id = k.principal_id and c.currency_id = k.currency_id
        and c.agency_id is null and c.deleted_at is null and c.effective_from <= $3::date
        and (c.effective_to is null or c.effective_to >= $3::date)
      order by c.effective_from desc, c.id desc limit 1) l on true),
  judged as (
    select d.*, case
        when d.status <> 'open' or d.outstanding_balance <= 0 then null
        when $3::date - case p.age_basis when 'due_date' then d.due_date else d.raised_date end > p.age_days then 'Age disapproval'
        when d.is_part_paid and $3::date - d.last_payment_date > p.part_paid_days then 'Partly paid invoice disapproval'
      end as reason
    from debt d join principals p using (principal_id)),
  counted as (
    select j.*, l.amount as credit_limit,
      sum(j.outstanding_balance) filter (where j.status = 'open' and j.reason is null) over (
        partition by j.client_id, j.principal_id, j.currency_id
        order by j.raised_date, length(j.human_id), j.human_id rows unbounded preceding) as running
    from judged j
    left join limits l using (client_id, principal_id, currency_id)),
  settled as (
    select id, principal_id, disallowed_status, disallowed_amount, case
        when reason is not null then reason
        when status = 'open' and outstanding_balance > 0 and running > credit_limit then 'Credit Limit exceeded' end as reason,
      case when reason is not null then outstanding_balance
        when status = 'open' and outstanding_balance > 0 and running > credit_limit
        then least(outstanding_balance, running - credit_limit) else 0 end as amount
    from counted),
  changes as (
    select id, principal_id, reason, amount::text as amount from settled
    where (disallowed_status, disallowed_amount) is distinct from (reason, amount))
  select (select json_agg(c) from changes c) as verdicts,
    exists (select from debt where status = 'open' and funding_status = 'held') as is_held,
    exists (select from transaction.invoice i
      where (i.is_disallowed or i.recourse_amount > 0 or i.reassigned_on is not null) and ${ofKey(key)}) as is_at_stake`
