import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { insertMembership, membershipBefore } from './pension-input.server.ts'

/** Leaving a pension after the time to opt out: nothing is given back. */
export const ceasePensionMember = verb({
  action_id: 'business.pension_membership.cease',
  since: '0.1.0',
  summary: 'Ends the pension membership of a worker from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({
    employment_id: z.uuid(),
    /** The first pay day without contributions. */
    effective_from: dayInput,
    reason: reasonInput,
  }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { employment_id, effective_from, reason }) => {
    const { employment, before, errors } = await membershipBefore(context, employment_id, effective_from)
    const is_member = before?.state === 'enrolled'
    return insertMembership(
      context,
      employment,
      { state: 'ceased', pension_scheme_id: before?.pension_scheme_id ?? null, effective_from, reason },
      is_member ? errors : { effective_from: 'This worker is no member' },
    )
  },
})
