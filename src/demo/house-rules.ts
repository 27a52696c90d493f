/** Settings of the demo's people: funding rules and reminder plans, made some weeks ago or today. */
import { standard_plan } from '#business/credit-control/chase-plan.rules.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { businessId, onStage, type World } from './stage.ts'

const funding = {
  provider_admin: { age_days: 120, advance_percent: '90', reassign_days: 120 },
  // Its agency has one client in each currency: the limit is watched and holds no payment.
  funder_admin: { age_days: 120, advance_percent: '85', concentration_percent: '35', holds_payments: false },
  northgate_admin: { age_days: 90, advance_percent: '80' },
} as const

export function setHouseRules(world: World, effective_from: Day): Promise<void> {
  return onStage(world, async (stage) => {
    for (const [who, rule] of Object.entries(funding)) {
      await stage.act(who, 'business.funding_rule.set', { ...rule, effective_from })
    }
    await stage.act('provider_admin', 'business.funding_retention.set', {
      agency_id: businessId(world, 'copperbeech'),
      amount: '2500.00',
      reason: 'Held while its first audit is open',
      effective_from,
    })
    for (const who of ['agency_admin', 'copperbeech_admin']) {
      await stage.act(who, 'business.chase_plan.set', { steps: standard_plan, statement_day: 5 })
    }
  })
}

/** Settings effective on the day the world is opened. */
export function setSchedules(world: World, effective_from: Day): Promise<void> {
  return onStage(world, async (stage) => {
    // The held payment of its last run may then be released.
    await stage.act('provider_approver', 'funding.overadvance.approve', {
      agency_id: businessId(world, 'copperbeech'),
      currency: 'EUR',
      amount: '1500.00',
      until: addDays(effective_from, 14),
      reason: 'Its client abroad pays at the end of the month',
    })
    // One client gets its statement every Tuesday, another none until its new ledger is ready.
    const own = [
      { client: 'kestrel', frequency: 'weekly', weekday: 2 },
      { client: 'orchardvale', frequency: 'agency', paused_until: addDays(effective_from, 30) },
    ] as const
    for (const { client, ...schedule } of own) {
      const client_id = businessId(world, client)
      await stage.act('agency_admin', 'business.client_statement_schedule.set', { client_id, ...schedule })
    }
  })
}
