import { z } from 'zod'
import { notFound, precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import {
  afterNoAnswer,
  may_check_company,
  no_company_checks,
  register_standings,
  standingOf,
} from '../company-status.rules.ts'
import { visibleBusiness } from '../visible-business.server.ts'
import { askAgain, keepStanding } from './company-standing.server.ts'

/** Asks Companies House again, at once. Without an answer the standing stays. @throws precondition where companies are not looked up */
export const checkCompany = verb({
  action_id: 'business.company.check_standing',
  since: '0.1.0',
  summary: 'Asks Companies House for the status of a company',
  machine: 'allowed',
  impersonator: 'refused',
  who: may_check_company,
  input: z.strictObject({ business_id: z.uuid() }),
  output: z.strictObject({
    id: z.uuid(),
    register_standing: z.enum(register_standings.map(({ value }) => value)),
    /** False: Companies House did not answer, and a job asks again. */
    is_answered: z.boolean(),
  }),
  run: async (context, { business_id }) => {
    const business = await visibleBusiness(context, business_id)
    const found = await context.tx.row<{ company_id: string | null }>(
      'select company_id from business.business where id = $1',
      [business.id],
    )
    const asked = found?.company_id ? await askAgain(context, found.company_id) : null
    if (asked === null) throw notFound('Company')
    if (asked.answer === 'not_set_up') throw precondition(no_company_checks)
    const { row, answer } = asked
    await keepStanding(context, row, standingOf(answer))
    const is_answered = answer !== 'unavailable'
    const register_standing = is_answered ? asked.standing.standing : afterNoAnswer(row.register_standing)
    context.audit({
      entity: 'business.company',
      entity_id: row.id,
      new_values: { asked_at: context.clock.now(), register_standing, is_answered },
    })
    return { id: row.id, register_standing, is_answered }
  },
})
