/** Finds the flags of a record, and those that nobody has accepted. */
import { rate, units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import { open_status_sql } from '../company-status/company-standing.server.ts'
import { statusFacts } from '../company-status.rules.ts'
import {
  type Flag,
  type FlaggedAccount,
  type FlaggedEntity,
  longHours,
  type NamedPerson,
  own_companies,
  sameAccounts,
  sameDomains,
  sameNames,
  unusualRates,
} from './flag.rules.ts'
import { longWeekFlags } from './long-weeks.server.ts'

/** The businesses that a record brings together. */
type Sides = {
  readonly agency_ids: readonly string[]
  readonly client_ids: readonly string[]
  readonly contractor_ids: readonly string[]
  readonly payee_ids: readonly string[]
  /** The people that submitted or entered the record: they accept none of its flags. */
  readonly first: readonly (string | null)[]
}

const agenciesOf = (party: string) =>
  `select l.to_business_id from business.service l where l.from_business_id in (${party})
     and l.type in ('client-agency', 'contractor-agency') and l.deleted_at is null`
const workers = `select w.id from business.business w where (w.payment_company_id = p.id or w.id = p.id
    or w.id = any (array(select y.contractor_id from business.contractor_payee y where y.payment_company_id = p.id and y.deleted_at is null)))
  and w.type = 'contractor' and w.deleted_at is null`

/** A payee, seen from each agency that pays people through it, and from the clients of those agencies. */
const payeeSides = (from: string, first: string) => `
  with p as (${from}), agency as (${agenciesOf(`select x.id from p, lateral (${workers}) x`)}
    union select p.made_by_id from p join business.business m on m.id = p.made_by_id and m.type = 'agency')
  select array(select distinct to_business_id from agency) as agency_ids,
    array(select distinct c.from_business_id from business.service c where c.type = 'client-agency' and c.deleted_at is null
      and c.to_business_id in (select to_business_id from agency)) as client_ids,
    '{}'::uuid[] as contractor_ids, array[p.id] as payee_ids, ${first} as first from p`

const sides_sql: Readonly<Record<FlaggedEntity, string>> = {
  'contract.temp_placement': `select array[agency_id] as agency_ids, array[client_id] as client_ids,
      array[contractor_id] as contractor_ids, array[payment_company_id] as payee_ids,
      array[coalesce(submitted_by, created_by), submitted_as] as first
    from contract.contract where id = $1`,
  // The agency itself is paid for a permanent placement.
  'contract.perm_placement': `select array[agency_id] as agency_ids, array[client_id] as client_ids,
      array_remove(array[contractor_id], null) as contractor_ids, array[agency_id] as payee_ids,
      array[coalesce(submitted_by, created_by), submitted_as] as first
    from contract.contract where id = $1`,
  // Its parties are compared on the placement.
  'transaction.timesheet': `select '{}'::uuid[] as agency_ids, '{}'::uuid[] as client_ids, '{}'::uuid[] as contractor_ids,
      '{}'::uuid[] as payee_ids, array[submitted_by, approved_by] as first
    from transaction.timesheet where id = $1`,
  'business.bank_account': payeeSides(
    `select b.id, b.made_by_id, a.requested_by from business.bank_account a join business.business b on b.id = a.business_id
      where a.id = $1 and b.type in (${own_companies})`,
    'array[p.requested_by]',
  ),
  'business.business': payeeSides(
    `select b.id, b.made_by_id, b.submitted_by, b.submitted_as from business.business b where b.id = $1 and b.type in (${own_companies})`,
    'array[p.submitted_by, p.submitted_as]',
  ),
}

/** A client is compared with the people of its agencies. */
const client_sides = `select array(${agenciesOf('b.id')}) as agency_ids, array[b.id] as client_ids,
    '{}'::uuid[] as contractor_ids, '{}'::uuid[] as payee_ids, array[b.submitted_by, b.submitted_as] as first
  from business.business b where b.id = $1 and b.type = 'client'`

type Subject = { readonly entity: FlaggedEntity; readonly entity_id: string }

async function sidesOf(tx: Tx, { entity, entity_id }: Subject): Promise<Sides | undefined> {
  const sides = await tx.row<Sides>(sides_sql[entity], [entity_id])
  if (sides || entity !== 'business.business') return sides
  return tx.row<Sides>(client_sides, [entity_id])
}

const account_columns = `a.id, a.business_id, a.account_number, a.sort_code, a.iban, a.ach_routing`
const live_account = `a.status in ('pending', 'confirmed') and a.deleted_at is null`

async function accountFlags(tx: Tx, subject: Subject, sides: Sides): Promise<Flag[]> {
  const only = subject.entity === 'business.bank_account' ? subject.entity_id : null
  const payees = await tx.rows<FlaggedAccount>(
    `select ${account_columns}, b.name || ' (' || b.human_id || ')' as owner
     from business.bank_account a join business.business b on b.id = a.business_id
     where a.business_id = any ($1) and ${live_account} and ($2::uuid is null or a.id = $2) order by a.id`,
    [sides.payee_ids, only],
  )
  if (payees.length === 0) return []
  return sameAccounts(payees, [
    ...(await tx.rows<FlaggedAccount>(
      `select ${account_columns}, b.name || ' (' || b.human_id || ')' as owner
       from business.bank_account a join business.business b on b.id = a.business_id
       where a.business_id = any ($1) and ${live_account} order by a.id`,
      [[...sides.agency_ids, ...sides.client_ids]],
    )),
    ...(await userAccounts(tx, sides)),
  ])
}

/** Accounts of the contractors and companies that people of the agency are, or are paid through. */
async function userAccounts(tx: Tx, { agency_ids }: Sides): Promise<FlaggedAccount[]> {
  return tx.rows<FlaggedAccount>(
    `select distinct ${account_columns}, u.first_name || ' ' || u.last_name || ', a user of ' || g.name || ' (' || g.human_id || ')' as owner
     from business.business_contact u
     join business.business g on g.id = u.business_id
     join business.business_contact o on o.user_id = u.user_id and o.business_id <> u.business_id and o.deleted_at is null
     join business.business w on w.id = o.business_id and w.type in (${own_companies})
     join business.business c on c.id = any (array[w.id, w.payment_company_id] || array(select y.payment_company_id
       from business.contractor_payee y where y.contractor_id = w.id and y.deleted_at is null)) and c.type in (${own_companies})
     join business.bank_account a on a.business_id = c.id and ${live_account}
     where u.business_id = any ($1) and u.is_active and u.deleted_at is null order by a.id`,
    [agency_ids],
  )
}

async function domainFlags(tx: Tx, sides: Sides): Promise<Flag[]> {
  if (sides.contractor_ids.length === 0) return []
  const emails = async (ids: readonly string[]) =>
    (
      await tx.rows<{ email: string }>(
        `select c.email from business.business_contact c where c.business_id = any ($1) and c.is_active and c.deleted_at is null
         union select k.email from business.business b join business.company k on k.id = b.company_id
           where b.id = any ($1) and k.email is not null`,
        [ids],
      )
    ).map(({ email }) => email)
  return sameDomains(await emails(sides.contractor_ids), await emails(sides.agency_ids))
}

async function nameFlags(tx: Tx, { entity }: Subject, sides: Sides): Promise<Flag[]> {
  // A payee's clients are the clients of its agencies. Their officers say nothing about the payee.
  const is_payee = entity === 'business.bank_account' || entity === 'business.business'
  if (is_payee && sides.payee_ids.length > 0) return []
  const officers = await tx.rows<{ name: string }>(
    `select o.name from business.company_officer o join business.company k on k.brn = o.brn
     join business.business b on b.company_id = k.id where b.id = any ($1) order by o.name`,
    [sides.client_ids],
  )
  if (officers.length === 0) return []
  const people = await tx.rows<NamedPerson>(
    `select c.first_name, c.last_name, 'a user of ' || b.name || ' (' || b.human_id || ')' as role
     from business.business_contact c join business.business b on b.id = c.business_id
     where c.business_id = any ($1) and c.user_id is not null and c.is_active and c.deleted_at is null
     union all select i.first_name, i.last_name, 'the contractor' from business.business b
     join business.individual i on i.id = b.individual_id where b.id = any ($2)`,
    [sides.agency_ids, sides.contractor_ids],
  )
  return sameNames(
    officers.map(({ name }) => name),
    people,
  )
}

type RateRow = {
  readonly name: string
  readonly unit_type: string
  readonly contractor_rate: string
  readonly client_rate: string
  readonly standard_units: string
}

/** The newest version of each rate, the one in force or to come. */
async function rateFlags(tx: Tx, { entity, entity_id }: Subject): Promise<Flag[]> {
  if (entity !== 'contract.temp_placement') return []
  const rows = await tx.rows<RateRow>(
    `select distinct on (p.group_id) p.name, c.unit_type, p.value_numeric as contractor_rate, k.value_numeric as client_rate,
       c.standard_units
     from contract.rate p
     join contract.rate k on k.contract_id = p.contract_id and k.group_id = p.group_id and k.sub_type = 'client_rate'
       and k.effective_from = p.effective_from and k.deleted_at is null
     join contract.contract c on c.id = p.contract_id
     where p.contract_id = $1 and p.sub_type = 'contractor_rate' and p.deleted_at is null
     order by p.group_id, p.effective_from desc`,
    [entity_id],
  )
  const first = rows[0]
  if (!first) return []
  const rated = rows.map(({ name, unit_type, contractor_rate, client_rate }) => ({
    name,
    unit_type,
    contractor_rate: rate(contractor_rate),
    client_rate: rate(client_rate),
  }))
  return [...unusualRates(rated), ...longHours(first.unit_type, units(first.standard_units))]
}

type Accepted = {
  readonly comment: string
  readonly by: string
  readonly at: string
}
export type FoundFlag = Flag & { readonly accepted: Accepted | null }
export type Found = { readonly flags: readonly FoundFlag[]; readonly first: Sides['first'] }

/** The submitters of a party that no agency shares, such as an umbrella company. */
async function submittersOf(tx: Tx, { entity, entity_id }: Subject): Promise<Sides['first']> {
  if (entity !== 'business.business') return []
  const row = await tx.row<Pick<Sides, 'first'>>(
    'select array[submitted_by, submitted_as] as first from business.business where id = $1',
    [entity_id],
  )
  return row?.first ?? []
}

const sideFlags = async (tx: Tx, subject: Subject, sides: Sides): Promise<Flag[]> => [
  ...(subject.entity === 'transaction.timesheet' ? await longWeekFlags(tx, subject.entity_id) : []),
  ...(await accountFlags(tx, subject, sides)),
  ...(await domainFlags(tx, sides)),
  ...(await nameFlags(tx, subject, sides)),
  ...(await rateFlags(tx, subject)),
]

/**
 * Companies that are closed or insolvent at Companies House: of the party itself, accepted or not, and of a placement's
 * client and payee while nobody has accepted it on the party.
 */
async function standingFlags(tx: Tx, { entity, entity_id }: Subject): Promise<Flag[]> {
  if (entity === 'business.bank_account' || entity === 'transaction.timesheet') return []
  const rows = await tx.rows<{ name: string; words: string }>(
    entity === 'business.business'
      ? `select b.name, c.register_words as words from business.business b join business.company c on c.id = b.company_id
         where b.id = $1 and c.register_standing in ('insolvent', 'closed') and c.deleted_at is null`
      : `select b.name, c.register_words as words from contract.contract t
         join business.business b on b.id in (t.client_id, t.payment_company_id) join business.company c on c.id = b.company_id
         where t.id = $1 and ${open_status_sql('b')} order by b.name`,
    [entity_id],
  )
  return rows.map(({ name, words }) => ({ rule: 'company_status', facts: statusFacts(name, words) }))
}

/** @param subject a record that the caller may see */
export async function findFlags(tx: Tx, subject: Subject): Promise<Found> {
  const sides = await sidesOf(tx, subject)
  const standing = await standingFlags(tx, subject)
  const flags = [...standing, ...(sides ? await sideFlags(tx, subject, sides) : [])]
  const first = sides?.first ?? (await submittersOf(tx, subject))
  if (flags.length === 0) return { flags: [], first }
  const accepted = await tx.rows<Flag & Accepted>(
    `select f.rule, f.facts, f.comment, u.name as by, f.created_at as at
     from business.risk_flag f join platform."user" u on u.id = f.accepted_by
     where f.entity = $1 and f.entity_id = $2`,
    [subject.entity, subject.entity_id],
  )
  return {
    first,
    flags: flags.map((flag) => {
      const by = accepted.find(({ rule, facts }) => rule === flag.rule && facts === flag.facts)
      return { ...flag, accepted: by ? { comment: by.comment, by: by.by, at: by.at } : null }
    }),
  }
}
export const hasOpenFlags = async (tx: Tx, subject: Subject): Promise<boolean> =>
  (await findFlags(tx, subject)).flags.some(({ accepted }) => accepted === null)

/** Is this account one of the business's accounts, entered under another payee? */
export async function isAccountOf(tx: Tx, account_id: string, business_id: string): Promise<boolean> {
  const accounts = async (where: string) =>
    tx.rows<FlaggedAccount>(
      `select ${account_columns}, '' as owner from business.bank_account a where ${where} and ${live_account}`,
      [account_id, business_id],
    )
  const [payee] = await accounts('a.id = $1 and a.business_id <> $2')
  return (
    payee !== undefined &&
    sameAccounts([payee], await accounts('a.business_id = $2 and a.id <> $1')).length > 0
  )
}
