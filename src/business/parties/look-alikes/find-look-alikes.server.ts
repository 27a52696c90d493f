import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { eitherOf } from '../../shared/who-may.rules.ts'
import { kinds, type PartyFacts, type PartyKind, party_kinds } from '../onboarding.rules.ts'
import { mandatory, optionalText } from '../party-input.server.ts'
import { kindsBeside, LIKENESS_MIN } from './look-alike.rules.ts'

/** Parties with an alike name and the same postcode, among those that the viewer sees anyhow. */
export const findLookAlikes = verb({
  action_id: 'business.party.find_alike',
  since: '0.1.0',
  summary: 'Finds parties of an alike name and the same postcode among those that the viewer sees',
  machine: 'allowed',
  impersonator: 'allowed',
  who: eitherOf(...party_kinds.flatMap((kind) => [kinds[kind].drafts, kinds[kind].approves])),
  is_reading: true,
  input: z.strictObject({
    kind: z.enum(party_kinds),
    name: mandatory,
    zipcode: optionalText,
    /** The party itself, once it is entered. */
    id: z.uuid().optional(),
  }),
  output: z.strictObject({
    parties: z
      .array(z.strictObject({ id: z.uuid(), human_id: z.string(), name: z.string(), type: z.string() }))
      .readonly(),
  }),
  run: async (context, asked) => ({ parties: await alikeParties(context, asked) }),
})

type Asked = {
  readonly kind: PartyKind
  readonly name: string
  readonly zipcode?: string | undefined
  readonly id?: string | undefined
}
type Alike = {
  readonly id: string
  readonly human_id: string
  readonly name: string
  readonly type: string
}

export async function alikeParties(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  { kind, name, zipcode, id }: Asked,
): Promise<Alike[]> {
  const params: unknown[] = [name, kindsBeside(kind), id ?? null, zipcode ?? '', LIKENESS_MIN]
  return tx.rows<Alike>(
    `select t.id, t.human_id, t.name, t.type from business.business t
       left join business.company c on c.id = t.company_id left join business.individual i on i.id = t.individual_id
       left join business.address a on a.id = coalesce(c.address_id, i.address_id)
       where t.type = any ($2::text[]) and t.id is distinct from $3::uuid
         and business.plain_name(t.name) % business.plain_name($1)
         and similarity(business.plain_name(t.name), business.plain_name($1)) >= $5::real
         and upper(replace(coalesce(a.zipcode, ''), ' ', '')) = upper(replace($4, ' ', ''))
         and ${visibleSql('business.business', viewer, 't', params)}
       order by similarity(business.plain_name(t.name), business.plain_name($1)) desc, t.id limit 5`,
    params,
  )
}

/** Known parties that may be the submitted one, as far as its approver sees them. The party with the same number comes first. */
export async function alikeTo(
  context: Pick<VerbContext, 'tx' | 'viewer'>,
  party: Pick<PartyFacts, 'kind' | 'title' | 'known_number'> & { readonly id: string },
): Promise<Alike[]> {
  const row = await context.tx.row<{ zipcode: string | null }>(
    `select a.zipcode from business.business b
     left join business.company c on c.id = b.company_id left join business.individual i on i.id = b.individual_id
     left join business.address a on a.id = coalesce(c.address_id, i.address_id) where b.id = $1`,
    [party.id],
  )
  const { id, kind, title: name, known_number } = party
  const alike = await alikeParties(context, { id, kind, name, zipcode: row?.zipcode ?? '' })
  const same = known_number === null ? undefined : await clientOfNumber(context, known_number)
  return same ? [same, ...alike.filter((one) => one.id !== same.id)] : alike
}

function clientOfNumber(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  brn: string,
): Promise<Alike | undefined> {
  const params: unknown[] = [brn]
  return tx.row<Alike>(
    `select t.id, t.human_id, t.name, t.type from business.business t join business.company c on c.id = t.company_id
     where c.brn = $1 and c.deleted_at is null and t.type = 'client' and ${visibleSql('business.business', viewer, 't', params)}`,
    params,
  )
}
