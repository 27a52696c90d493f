/** The compliance status of links between businesses, from their papers (onboarding: compliance). */
import type { Clock } from '#kernel/clock.ts'
import type { AuditEntry, Tx } from '#server/verb.ts'
import { type PaperService, paper_types, paperOf } from './compliance.rules.ts'
import { askedSumsSql, isEnoughSql } from './insurance-sums.server.ts'
import { asksForPapersSql } from './right-to-work.server.ts'

/** Rows of link, company type or null, and required paper. */
const required = paper_types
  .filter((type) => paperOf(type).required)
  .flatMap((type) =>
    paperOf(type).services.flatMap((service: PaperService) =>
      (paperOf(type).companies ?? [null]).map(
        (company) => `('${service}', ${company === null ? 'null' : `'${company}'`}, '${type}')`,
      ),
    ),
  )
  .join(', ')

/** Does an agency ask for the papers of this link? A company's are asked for by the link's agency, else by those of the worker. */
export const isAskedSql = (s: string) => `case ${s}.type
  when 'contractor-company' then exists (select from business.service w where w.type = 'contractor-agency'
    and w.from_business_id = ${s}.from_business_id and w.deleted_at is null
    and (${s}.agency_id is null or w.to_business_id = ${s}.agency_id) and ${asksForPapersSql('w.to_business_id')})
  when 'agency-provider' then ${asksForPapersSql(`${s}.from_business_id`)}
  when 'agency-funder' then ${asksForPapersSql(`${s}.from_business_id`)}
  else ${asksForPapersSql(`${s}.to_business_id`)} end`

/** A company's papers serve all of its workers; others belong to one link. */
export const ofServiceSql = (d: string, s: string) =>
  `case ${s}.type when 'contractor-company' then ${d}.business_id = ${s}.to_business_id and ${d}.service_id is null
     else ${d}.service_id = ${s}.id end`

/** The insurances that the worker's agency asks of a limited company. A link without an agency takes those of all agencies of the worker. */
const insuranceSql = `select i.type, i.least, g.base_currency_id from business.service w
  join business.business g on g.id = w.to_business_id cross join lateral ${askedSumsSql('g')}
  where s.type = 'contractor-company' and c.type = 'limited' and w.type = 'contractor-agency' and w.status <> 'deleted'
    and w.from_business_id = s.from_business_id and w.deleted_at is null and (s.agency_id is null or g.id = s.agency_id)
    and i.least is not null and ${asksForPapersSql('g.id')}`

/** An insurance below the least sum does not count. */
const countsSql = `(r.least is null or ${isEnoughSql('d', 'r.least', 'r.currency_id')})`

/**
 * The verified paper decides, else the newest. A verified paper may begin later: a placement asks for papers in force on
 * its own first day.
 * @param condition SQL on the link `s`
 */
export const complianceSql = (condition: string) => `
  select s.id, case
      when not ${isAskedSql('s')} then 'compliant'
      when p.is_rejected then 'rejected' when p.is_expired then 'expired'
      when p.is_missing then 'pending' else 'compliant' end as status
  from business.service s left join business.business c on c.id = s.to_business_id
  cross join lateral (
    select bool_or(n.status = 'rejected') as is_rejected, bool_or(n.status = 'expired') as is_expired,
      bool_or(n.status is distinct from 'completed') as is_missing
    from (
      select v.type, null::numeric as least, null::uuid as currency_id from (values ${required}) v (service, company, type)
        where v.service = s.type and (v.company is null or v.company = c.type)
      union all ${insuranceSql}) r
    left join lateral (select case when d.status <> 'completed' or ${countsSql} then d.status else 'too_low' end as status
      from platform.document d where d.type = r.type and d.deleted_at is null and ${ofServiceSql('d', 's')}
      order by (d.status = 'completed' and ${countsSql}) desc, d.round desc limit 1) n on true) p
  where s.deleted_at is null and ${condition}`

type Changed = {
  readonly id: string
  readonly business_id: string
  readonly was: string
  readonly status: string
}

/** Stores the changed status of links. @param condition SQL on the link `s`, with its values from `$2` on */
async function recompute(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  condition: string,
  params: readonly unknown[],
): Promise<Changed[]> {
  return tx.rows<Changed>(
    `with found as (select k.id, k.status, s.compliance_status as was from (${complianceSql(condition)}) k
       join business.service s on s.id = k.id where s.compliance_status <> k.status)
     update business.service s set compliance_status = f.status, updated_at = $1 from found f where s.id = f.id
     returning s.id, coalesce(s.agency_id, s.provider_id, s.to_business_id) as business_id, f.was, f.status`,
    [clock.now(), ...params],
  )
}

const entryOf = ({ id, was, status }: Changed): AuditEntry => ({
  entity: 'business.service',
  entity_id: id,
  old_values: { compliance_status: was },
  new_values: { compliance_status: status },
})

type Within = {
  readonly tx: Tx
  readonly clock: Clock
  readonly audit?: (entry: AuditEntry) => void
}

/** After a step of one paper. */
export async function followPaper(
  within: Within,
  paper: { readonly service_id: string | null; readonly business_id: string },
): Promise<void> {
  const changed =
    paper.service_id === null
      ? await recompute(within, `s.type = 'contractor-company' and s.to_business_id = $2`, [
          paper.business_id,
        ])
      : await recompute(within, 's.id = $2', [paper.service_id])
  for (const one of changed) within.audit?.(entryOf(one))
}

/** After a link was made. */
export async function followService(within: Within, service_id: string): Promise<void> {
  // A company's papers are asked for once an agency of its worker asks.
  await recompute(
    within,
    `(s.id = $2 or s.type = 'contractor-company' and s.from_business_id = (
       select n.from_business_id from business.service n where n.id = $2 and n.type = 'contractor-agency'))`,
    [service_id],
  )
}

/** After an agency's feature was switched. */
export async function followFeature(within: Within, agency_id: string): Promise<void> {
  const changed = await recompute(
    within,
    `($2 in (s.from_business_id, s.to_business_id) or s.type = 'contractor-company' and s.from_business_id in (
       select w.from_business_id from business.service w where w.type = 'contractor-agency' and w.to_business_id = $2))`,
    [agency_id],
  )
  for (const one of changed) within.audit?.(entryOf(one))
}

type Ended = {
  readonly id: string
  readonly business_id: string
}

/** Nightly: expires papers after their last day. @returns audit entries by business */
export async function expirePapers(within: {
  readonly tx: Tx
  readonly clock: Clock
}): Promise<Map<string, AuditEntry[]>> {
  const { tx, clock } = within
  const ended = await tx.rows<Ended>(
    `update platform.document d set status = 'expired', updated_at = $1
     where d.status = 'completed' and d.valid_to < $2 and d.type = any ($3) and d.deleted_at is null
     returning d.id, coalesce(d.agency_id, d.provider_id, d.business_id) as business_id`,
    [clock.now(), clock.today(), paper_types],
  )
  const entries = new Map<string, AuditEntry[]>()
  const add = (business_id: string, entry: AuditEntry) =>
    entries.set(business_id, [...(entries.get(business_id) ?? []), entry])
  for (const { id, business_id } of ended)
    add(business_id, {
      entity: 'platform.document',
      entity_id: id,
      old_values: { status: 'completed' },
      new_values: { status: 'expired' },
    })
  for (const one of await recompute(within, 'true', [])) add(one.business_id, entryOf(one))
  return entries
}
