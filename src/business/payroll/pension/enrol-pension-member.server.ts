import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { futureFaults } from '../../shared/past-day.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { enrolFaults } from './membership.rules.ts'
import { takesNoMembers } from './pension-end.rules.ts'
import { insertMembership, membershipBefore } from './pension-input.server.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  pension_scheme_id: z.uuid(),
  entry: z.enum(['automatic', 'opt_in', 'joined', 're_enrolled']),
  /** The first pay day with contributions. */
  effective_from: dayInput,
  /** When the worker was told of the enrolment and the right to opt out. */
  informed_on: dayInput.optional(),
})

export const enrolPensionMember = verb({
  action_id: 'business.pension_membership.enrol',
  since: '0.1.0',
  summary: 'Enrols a worker in a pension from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { employment_id, pension_scheme_id, entry, effective_from, informed_on }) => {
    const { employment, before, errors } = await membershipBefore(context, employment_id, effective_from)
    const scheme = await context.tx.row<{ name: string; ended_from: Day | null }>(
      'select name, ended_from from business.pension_scheme where id = $1 and paye_scheme_id = $2 for share',
      [pension_scheme_id, employment.paye_scheme_id],
    )
    if (!scheme) throw invalid({ pension_scheme_id: errorText.not_found('Pension scheme') })
    if (scheme.ended_from !== null)
      throw invalid({ pension_scheme_id: takesNoMembers(scheme.name, scheme.ended_from) })
    const found = await context.tx.row<{ born: Day | null }>(
      `select p.date_of_birth as born from business.business b
       left join business.individual p on p.id = b.individual_id where b.id = $1`,
      [employment.contractor_id],
    )
    const told = informed_on ?? null
    const faults = enrolFaults({
      entry,
      effective_from,
      informed_on: told,
      born: found?.born ?? null,
      before,
    })
    return insertMembership(
      context,
      employment,
      { state: 'enrolled', pension_scheme_id, entry, effective_from, informed_on: told },
      { ...faults, ...futureFaults('informed_on', told, context.clock.today()), ...errors },
    )
  },
})
