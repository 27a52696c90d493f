import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { futureFaults } from '../../shared/past-day.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { postponeFaults } from './membership.rules.ts'
import { insertMembership, membershipBefore } from './pension-input.server.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  effective_from: dayInput,
  /** The pay day on which the worker is assessed. */
  postponed_to: dayInput,
  /** When the worker was told. */
  informed_on: dayInput,
})

export const postponePensionMember = verb({
  action_id: 'business.pension_membership.postpone',
  since: '0.1.0',
  summary: 'Postpones the assessment of a worker for a pension, by three months at most',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { employment_id, ...asked }) => {
    const { employment, before, errors } = await membershipBefore(
      context,
      employment_id,
      asked.effective_from,
    )
    return insertMembership(
      context,
      employment,
      { state: 'postponed', pension_scheme_id: null, ...asked },
      {
        ...postponeFaults({ ...asked, before }),
        ...futureFaults('informed_on', asked.informed_on, context.clock.today()),
        ...errors,
      },
    )
  },
})
