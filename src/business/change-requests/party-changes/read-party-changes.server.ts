import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { anybody } from '../../shared/who-may.rules.ts'
import {
  asksFor,
  factsOf,
  mayAskFor,
  party_fact_labels,
  party_fields,
  party_subjects,
} from '../request/party-change.rules.ts'
import { loadAsked } from './load-asked.server.ts'
import { agenciesOf } from './party-agencies.server.ts'
import { subject_ids } from './party-changes-input.server.ts'
import type { PartyStanding } from './party-facts.server.ts'

const link = z.strictObject({ id: z.uuid(), name: z.string() })

type Open = {
  readonly id: string
  readonly human_id: string
  readonly waits_for: string
  readonly agency_id: string | null
}

/** The viewer's open requests about a party; for an asker, its present facts. */
export const readPartyChanges = verb({
  action_id: 'request.change_request.read_party',
  since: '0.1.0',
  summary: 'Shows the open change requests of a party, and the facts that change by request',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  is_reading: true,
  input: z.strictObject(subject_ids),
  output: z.strictObject({
    subject: z.enum(party_subjects),
    type: z.string(),
    human_id: z.string(),
    name: z.string(),
    facts: z
      .array(z.strictObject({ field: z.enum(party_fields), label: z.string(), value: z.string().nullable() }))
      .readonly(),
    open: z.array(z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() })).readonly(),
    services: z.array(link.extend({ status: z.string() })).readonly(),
    agencies: z.array(link).readonly(),
    refusal: z.string().nullable(),
    is_asker: z.boolean(),
  }),
  run: async (context, asked) => {
    const { tx, viewer } = context
    const standing = await loadAsked(context, asked)
    const params: unknown[] = [standing.id, standing.subject]
    const open = await tx.rows<Open>(
      `select t.id, t.human_id, t.waits_for, t.agency_id from request.change_request t
       where t.entity_id = $1 and t.subject = $2 and t.type <> 'credit_limit' and t.status = 'pending'
         and ${visibleSql('request.change_request', viewer, 't', params)} order by t.id`,
      params,
    )
    const is_asker = asksFor(standing, viewer)
    const agencies = is_asker ? await agenciesOf(context, standing) : []
    const side =
      viewer.category === 'agency' ? viewer.business_id : (standing.agency_id ?? agencies[0]?.id ?? null)
    // One of several agencies is chosen in the form, and the request asks again.
    const mine = agencies.length > 1 ? undefined : open.find(({ agency_id }) => agency_id === side)
    const verdict = mayAskFor({ ...standing, open: mine?.human_id ?? null }, viewer)
    return {
      subject: standing.subject,
      type: standing.type,
      human_id: standing.human_id,
      name: standing.party,
      facts: is_asker
        ? factsOf(standing).map((field) => ({
            field,
            label: party_fact_labels[field],
            value: standing.facts[field],
          }))
        : [],
      open: open.map(({ agency_id: _, ...one }) => one),
      services: await linksOf(context, standing),
      agencies,
      refusal: verdict === true ? null : verdict.message,
      is_asker,
    }
  },
})

/** Links of a client or contractor that the viewer is a side of, and may ask to change. */
async function linksOf(
  { tx, viewer }: VerbContext,
  { id, subject }: PartyStanding,
): Promise<{ id: string; name: string; status: string }[]> {
  const type = `${subject}-agency`
  if ((subject !== 'client' && subject !== 'contractor') || !asksFor({ subject: 'service', type }, viewer))
    return []
  const params: unknown[] = [id, type]
  return tx.rows(
    `select t.id, a.name, initcap(t.status) as status from business.service t
     join business.business a on a.id = t.to_business_id
     where t.from_business_id = $1 and t.type = $2 and t.status in ('active', 'suspended', 'ended')
       and ${visibleSql('business.service', viewer, 't', params)} order by a.name, t.id`,
    params,
  )
}
