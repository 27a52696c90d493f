import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { anybody } from '../../shared/who-may.rules.ts'
import { agenciesOf } from './party-agencies.server.ts'
import {
  asksFor,
  facts_of,
  mayAskFor,
  party_fact_labels,
  party_fields,
  party_subjects,
} from './party-change.rules.ts'
import { loadParty } from './party-facts.server.ts'

const link = z.strictObject({ id: z.uuid(), name: z.string() })

type Open = {
  readonly id: string
  readonly human_id: string
  readonly waits_for: string
  readonly agency_id: string | null
}

/** The open requests about a party that the viewer may see; for those who may ask, its present facts. */
export const readPartyChanges = verb({
  action_id: 'request.change_request.read_party',
  since: '0.1.0',
  summary: 'Shows the open change requests of a party, and the facts that change by request',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  is_reading: true,
  input: z.strictObject({ business_id: z.uuid() }),
  output: z.strictObject({
    subject: z.enum(party_subjects),
    type: z.string(),
    human_id: z.string(),
    name: z.string(),
    facts: z
      .array(z.strictObject({ field: z.enum(party_fields), label: z.string(), value: z.string().nullable() }))
      .readonly(),
    open: z.array(z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() })).readonly(),
    agencies: z.array(link).readonly(),
    refusal: z.string().nullable(),
    is_asker: z.boolean(),
  }),
  run: async (context, { business_id }) => {
    const { tx, viewer } = context
    const { id } = await visibleBusiness(context, business_id)
    const standing = await loadParty(tx, id)
    if (standing === null) throw notFound('Business')
    const params: unknown[] = [id, standing.subject]
    const open = await tx.rows<Open>(
      `select t.id, t.human_id, t.waits_for, t.agency_id from request.change_request t
       where t.entity_id = $1 and t.subject = $2 and t.type <> 'credit_limit' and t.status = 'pending'
         and ${visibleSql('request.change_request', viewer, 't', params)} order by t.created_at`,
      params,
    )
    const is_asker = asksFor(standing, viewer)
    const agencies = is_asker ? await agenciesOf(context, standing) : []
    const side = viewer.category === 'agency' ? viewer.business_id : (agencies[0]?.id ?? null)
    // One of several agencies is chosen in the form, and the request asks again.
    const mine = agencies.length > 1 ? undefined : open.find(({ agency_id }) => agency_id === side)
    const verdict = mayAskFor({ ...standing, open: mine?.human_id ?? null }, viewer)
    return {
      subject: standing.subject,
      type: standing.type,
      human_id: standing.human_id,
      name: standing.party,
      facts: is_asker
        ? facts_of[standing.subject].map((field) => ({
            field,
            label: party_fact_labels[field],
            value: standing.facts[field],
          }))
        : [],
      open: open.map(({ agency_id: _, ...one }) => one),
      agencies,
      refusal: verdict === true ? null : verdict.message,
      is_asker,
    }
  },
})
