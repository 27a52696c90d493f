import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles } from '#entity/roles.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { activationGap, mayOptOut, optOutGap } from '../../parties/papers/opt-out.rules.ts'
import { placementOptOut } from './placement-opt-out.server.ts'

const { agency, contractor, provider } = category_roles

/** The opt-out of a placement from the Conduct Regulations, with its notice and the reason where it does not count. */
export const readPlacementOptOut = verb({
  action_id: 'contract.temp_placement.read_opt_out',
  since: '0.1.0',
  summary: 'Shows whether the worker of a placement has opted out of the Conduct Regulations',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency, contractor, provider },
  is_reading: true,
  input: z.strictObject({ contract_id: z.uuid() }),
  output: z.strictObject({
    /** True for workers of limited and umbrella companies: no others can opt out. */
    may_opt_out: z.boolean(),
    /** As the placement has it, or would have it by now. */
    is_opted_out: z.boolean(),
    /** The day of the notice; null: there is none. */
    given_on: z.string().nullable(),
    ended_on: z.string().nullable(),
    /** The day of the mail that told the client. */
    told_on: z.string().nullable(),
    /** Why the regulations apply; null: they do not. */
    gap: z.string().nullable(),
  }),
  run: async ({ tx, viewer }, { contract_id }) => {
    const [placement] = await loadVisible<{ id: string; status: string }>(
      tx,
      viewer,
      'contract.temp_placement',
      [contract_id],
      { columns: 't.id, t.status' },
    )
    if (!placement) throw notFound('Placement')
    const { facts, told_on, is_opted_out } = await placementOptOut(tx, placement.id)
    const { status } = placement
    const is_settled = status === 'active' || status === 'expired'
    const is_agreed = status === 'awaiting_raise_approval' || status === 'pending_raise_approval'
    const found = is_agreed ? activationGap(facts, told_on) : optOutGap(facts)
    const is_out = is_settled ? is_opted_out : found === null
    // Agreed before there were notices: a later notice is not the reason.
    const notice = is_settled && is_out && found !== null ? null : facts.notice
    return {
      may_opt_out: mayOptOut(facts.payment_type),
      is_opted_out: is_out,
      given_on: notice?.given_on ?? null,
      ended_on: notice?.ended_on ?? null,
      told_on,
      gap: is_out ? null : (found ?? 'The placement began without an opt-out'),
    }
  },
})
