import { z } from 'zod'
import { formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { afterDay } from '../employment/tax-code-source.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import {
  insertTerms,
  lastContribution,
  lockPensionScheme,
  requireNone,
  termsFaults,
  termsInput,
} from './pension-scheme-input.server.ts'

/**
 * Terms from a pay day on, until others follow. Terms of the same day are replaced.
 * @throws invalid below the legal minimum, for a day on or before the last paid one, and after the end of the scheme
 */
export const setPensionTerms = verb({
  action_id: 'business.pension_terms.set',
  since: '0.1.0',
  summary: 'Sets the tax relief, the pay that counts and the percentages of a pension from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({
    pension_scheme_id: z.uuid(),
    /** The first pay day with these contributions. */
    effective_from: dayInput,
    ...termsInput,
  }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { pension_scheme_id, effective_from, ...terms }) => {
    const scheme = await lockPensionScheme(context, pension_scheme_id)
    const { ended_from } = scheme
    const late =
      ended_from !== null && effective_from >= ended_from
        ? validationText.max_date(formatDay(ended_from))
        : afterDay(effective_from, await lastContribution(context, pension_scheme_id))
    requireNone({
      ...termsFaults(terms, effective_from, 'effective_from'),
      ...(late === null ? {} : { effective_from: late }),
    })
    return insertTerms(context, scheme, terms, effective_from)
  },
})
