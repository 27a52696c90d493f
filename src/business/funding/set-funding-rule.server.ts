import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { fundingRuleInput, insertFundingRule } from './insert-funding-rule.server.ts'

/**
 * Sets the viewer's rules of disallowance. A new version ends the former on the day before its start and replaces
 * later ones; all its clients' debt is judged again.
 */
export const setFundingRule = verb({
  action_id: 'business.funding_rule.set',
  since: '0.1.0',
  summary: "Sets the funder's rules of disallowance",
  machine: 'allowed',
  impersonator: 'refused',
  who: { provider: ['provider_admin'], funder: ['funder_admin'] },
  input: fundingRuleInput,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, rule) => ({
    id: await insertFundingRule(context, context.viewer.business_id, rule),
  }),
})
