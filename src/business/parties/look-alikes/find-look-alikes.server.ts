import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { readVatNumber } from '#kernel/identifier.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { eitherOf } from '../../shared/who-may.rules.ts'
import { kinds, type PartyFacts, type PartyKind, party_kinds } from '../onboarding.rules.ts'
import { mandatory, optionalText } from '../party-input.server.ts'
import { kindsBeside, LIKENESS_MIN } from './look-alike.rules.ts'

/** Parties with the same VAT number, or with an alike name and the same postcode, among those that the viewer sees anyhow. */
export const findLookAlikes = verb({
  action_id: 'business.party.find_alike',
  since: '0.1.0',
  summary:
    'Finds parties of an alike name and postcode, or of a VAT number, among those that the viewer sees',
  machine: 'allowed',
  impersonator: 'allowed',
  who: eitherOf(...party_kinds.flatMap((kind) => [kinds[kind].drafts, kinds[kind].approves])),
  is_reading: true,
  input: z.strictObject({
    kind: z.enum(party_kinds),
    /** Without it only the VAT number counts. */
    name: mandatory.optional(),
    zipcode: optionalText,
    vat_registration_no: optionalText,
    /** The party itself, once it is entered. */
    id: z.uuid().optional(),
  }),
  output: z.strictObject({
    parties: z
      .array(z.strictObject({ id: z.uuid(), human_id: z.string(), name: z.string(), type: z.string() }))
      .readonly(),
  }),
  run: async (context, asked) => ({ parties: await likelyParties(context, asked) }),
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

type Reading = Pick<VerbContext, 'tx' | 'viewer'>
type Likely = Omit<Asked, 'name'> & {
  readonly name?: string | undefined
  /** As typed. */
  readonly vat_registration_no?: string | undefined
}

/** Those of the same VAT number come first: only companies of one VAT group share it. */
async function likelyParties(context: Reading, asked: Likely): Promise<Alike[]> {
  const read = readVatNumber(asked.vat_registration_no ?? '')
  const same = 'text' in read ? await partiesOfVatNumber(context, asked, read.text) : []
  const { name } = asked
  const alike = name === undefined ? [] : await alikeParties(context, { ...asked, name })
  return [...same, ...alike.filter(({ id }) => same.every((one) => one.id !== id))]
}

function partiesOfVatNumber({ tx, viewer }: Reading, { kind, id }: Likely, number: string): Promise<Alike[]> {
  const params: unknown[] = [number, kindsBeside(kind), id ?? null]
  return tx.rows<Alike>(
    `select t.id, t.human_id, t.name, t.type from business.company c join business.business t on t.company_id = c.id
     where c.vat_registration_no = $1 and c.deleted_at is null and t.type = any ($2::text[]) and t.id is distinct from $3::uuid
       and ${visibleSql('business.business', viewer, 't', params)} order by t.id limit 5`,
    params,
  )
}

export async function alikeParties(
  { tx, viewer }: Reading,
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
  const row = await context.tx.row<{ zipcode: string | null; vat_registration_no: string | null }>(
    `select a.zipcode, c.vat_registration_no from business.business b
     left join business.company c on c.id = b.company_id left join business.individual i on i.id = b.individual_id
     left join business.address a on a.id = coalesce(c.address_id, i.address_id) where b.id = $1`,
    [party.id],
  )
  const { id, kind, title: name, known_number } = party
  const alike = await likelyParties(context, {
    id,
    kind,
    name,
    zipcode: row?.zipcode ?? '',
    vat_registration_no: row?.vat_registration_no ?? undefined,
  })
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
