import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { currency, displayMoney, parseMoney } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { business } from '../business.entity.ts'
import { loadParty, type PartyRow } from './load-party.server.ts'
import { settleWorkers } from './party-steps.server.ts'
import { can, type SwitchAction, type SwitchFacts, who } from './switching.rules.ts'

const held = `select b.is_active,
    (select count(*)::int from contract.contract c where $1 in (c.client_id, c.contractor_id, c.payment_company_id, c.funder_id, c.agency_id)
       and c.status in ('pending_approval_agency', 'pending_approval_client', 'pending_approval_contractor',
         'awaiting_raise_approval', 'pending_raise_approval', 'active') and c.deleted_at is null) as placements,
    (select coalesce(json_agg(json_build_object('sum', o.total::text, 'currency', o.alpha_code) order by o.alpha_code), '[]')
     from (select k.alpha_code, sum(i.outstanding_balance) as total from transaction.invoice i
       join platform.currency k on k.id = i.currency_id
       where i.status = 'open' and i.outstanding_balance <> 0 and i.deleted_at is null
         and ($1 in (i.from_business_id, i.to_business_id, i.agency_id) or i.type = 'contractor-agency' and i.contractor_id = $1)
       group by k.alpha_code) o) as open,
    exists (select from business.service s where s.type = 'contractor-agency' and s.from_business_id = $1
      and s.to_business_id <> $2 and s.deleted_at is null) as is_shared
  from business.business b where b.id = $1`

type Held = Pick<SwitchFacts, 'placements' | 'is_shared'> & {
  readonly is_active: boolean
  readonly open: readonly { readonly sum: string; readonly currency: string }[]
}

export async function switchFacts(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  party: Pick<PartyRow, 'id' | 'kind' | 'human_id' | 'status'>,
): Promise<SwitchFacts> {
  const row = present(await tx.row<Held>(held, [party.id, viewer.business_id]), 'the party')
  const { kind, human_id, status } = party
  return {
    kind,
    human_id,
    status: status === 'onboarded' ? (row.is_active ? 'on' : 'off') : status,
    placements: row.placements,
    open: row.open.map((one) => displayMoney(parseMoney(one.sum, currency(one.currency)))),
    is_shared: row.is_shared,
  }
}

const input = z.strictObject({ id: z.uuid(), comment: documentReasonInput })
const output = z.strictObject({ id: z.uuid(), is_active: z.boolean() })

/** The people of a party that is off cannot act, and no form offers it. */
export const deactivateParty = verb({
  action_id: 'business.party.deactivate',
  since: '0.1.0',
  summary: 'Switches a party off, with a reason',
  machine: 'refused',
  impersonator: 'refused',
  who: who.deactivate,
  input,
  output,
  run: (context, asked) => turn(context, asked, 'deactivate'),
})

export const reactivateParty = verb({
  action_id: 'business.party.reactivate',
  since: '0.1.0',
  summary: 'Switches a party on again, with a reason',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reactivate,
  input,
  output,
  run: (context, asked) => turn(context, asked, 'reactivate'),
})

async function turn(
  context: VerbContext,
  { id, comment }: z.infer<typeof input>,
  action: SwitchAction,
): Promise<z.infer<typeof output>> {
  const { tx, viewer, clock } = context
  const party = await loadParty(context, id, 'visible')
  requireCan(can[action](await switchFacts(context, party), viewer))
  const is_active = action === 'reactivate'
  await updateRow(tx, business, id, {
    is_active,
    status_at: clock.now(),
    status_comment: comment,
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'business.business',
    entity_id: id,
    old_values: { is_active: !is_active },
    new_values: { is_active, comment },
  })
  // Approved workers of a company may have waited for it.
  if (is_active) await settleWorkers(context, id)
  return { id, is_active }
}
