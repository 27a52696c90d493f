/** Rules and rights are as the verbs said in the audit log that they wrote them (quality L13). */
import { type Invariant, keyed, type Only } from './invariant.server.ts'

type RuleTable = {
  readonly table: string
  /** The verbs that may write it. */
  readonly actions: readonly string[]
  /** Rows that no verb wrote: those of the installation. */
  readonly installed?: string
}

const tables: readonly RuleTable[] = [
  {
    table: 'business.credit_limit',
    actions: ['business.credit_limit.set', 'business.credit_limit.allocate', 'business.credit_limit.decide'],
  },
  { table: 'business.funding_rule', actions: ['business.funding_rule.set'] },
  { table: 'business.funding_retention', actions: ['business.funding_retention.set'] },
  { table: 'business.funding_overadvance', actions: ['funding.overadvance.approve'] },
  {
    table: 'contract.service_charge',
    actions: [
      'contract.service_charge.create',
      'contract.service_charge.supersede',
      'contract.service_charge.end',
    ],
  },
  {
    table: 'business.business_contact',
    actions: [
      'business.business_contact.create',
      'business.business_contact.update',
      // The people of a new party.
      'business.party.submit',
      'request.role_change.approve',
      'admin.invite',
      // The contact of a program.
      'platform.api_token.create',
    ],
    // The first person of a provider.
    installed: `r.id in (select distinct on (c.business_id) c.id from business.business_contact c
      join business.business b on b.id = c.business_id and b.type = 'provider' order by c.business_id, c.id)`,
  },
]

const number = `'^-?[0-9]+([.][0-9]+)?$'`

/** The newest audited value of each column against the row; a later version moves the end of an earlier one unsaid. */
const writtenByVerbs =
  (only: Only) =>
  ({ table, actions, installed = 'false' }: RuleTable): string => {
    return `select format('${table} %s was not written by a verb', r.id) as what from ${table} r
    where ${only('r.id')} and not (${installed})
      -- Rows that are older than the audit log and the seals are named by the notes of R12.
      and r.id not in (select unnest(l.ids) from log.seal_log l where l.op = 'S')
      and not exists (select from log.audit g where g.entity = '${table}' and g.entity_id = r.id
      and g.action_id in (${actions.map((action) => `'${action}'`).join(', ')}) and g.new_values is not null)
    union all
    select format('${table} %s has %s as %s, its audit row says %s', r.id, a.key, to_jsonb(r) -> a.key, a.value)
    from (select distinct on (g.entity_id, e.key) g.entity_id, e.key, e.value
      from log.audit g cross join lateral jsonb_each(g.new_values) e
      where g.entity = '${table}' and ${only('g.entity_id')} and e.key <> 'effective_to' order by g.entity_id, e.key, g.id desc) a
    join ${table} r on r.id = a.entity_id
    where to_jsonb(r) ? a.key and case when to_jsonb(r) ->> a.key ~ ${number} and a.value #>> '{}' ~ ${number}
      then (to_jsonb(r) ->> a.key)::numeric <> (a.value #>> '{}')::numeric else to_jsonb(r) -> a.key is distinct from a.value end`
  }

export const rule_invariants: readonly Invariant[] = [
  {
    id: 'L13',
    says: 'limits, funding rules, retentions, over-advances, fee rules and roles were written by their verbs, with the values in the audit log',
    ...keyed('row', (only) => tables.map(writtenByVerbs(only)).join('\n    union all\n    ')),
  },
]
