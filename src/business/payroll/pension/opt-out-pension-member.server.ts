import { z } from 'zod'
import { addDays, type Day, maxDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { futureFault } from '../../shared/past-day.rules.ts'
import { lastPaid, lockEmployment } from '../employment/employment-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { optOutFault } from './membership.rules.ts'
import { insertMembership, membershipOn } from './pension-input.server.ts'

/** Opting out within a month: the next payslip gives all contributions back. */
export const optOutPensionMember = verb({
  action_id: 'business.pension_membership.opt_out',
  since: '0.1.0',
  summary: 'Records that a worker opted out of a pension within a month',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ employment_id: z.uuid(), received_on: dayInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { employment_id, received_on }) => {
    const employment = await lockEmployment(context, employment_id)
    const membership = await membershipOn(context, employment.id, received_on)
    const fault = optOutFault(received_on, membership) ?? futureFault(received_on, context.clock.today())
    if (fault !== null || membership === null) throw invalid({ received_on: String(fault) })
    const paid = await lastPaid(context, employment)
    // Pay days before the notice keep their contributions, which the next one gives back.
    const effective_from: Day = paid === null ? received_on : maxDay(received_on, addDays(paid, 1))
    const { pension_scheme_id } = membership
    return insertMembership(
      context,
      employment,
      { state: 'opted_out', pension_scheme_id, effective_from, informed_on: received_on },
      {},
    )
  },
})
