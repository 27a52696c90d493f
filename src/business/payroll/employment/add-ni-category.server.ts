import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput, optionalText } from '../../parties/party-input.server.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { employment as employment_entity } from './employment.entity.ts'
import { lastPaid, lockEmployment, postcodeInput } from './employment-input.server.ts'
import { insertNiCategory } from './insert-ni-category.server.ts'
import { letterFaults } from './ni-letter.rules.ts'
import { afterDay, fromStart } from './tax-code-source.rules.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  letter: z.enum(NI_LETTERS),
  effective_from: dayInput,
  reason: optionalText,
  evidence: optionalText,
  /** Of letters of freeports and investment zones, where the employment has none yet. */
  workplace_postcode: postcodeInput,
})

/** Adds a National Insurance category from a pay day on. Earlier pay days keep theirs. */
export const addNiCategory = verb({
  action_id: 'business.ni_category.add',
  since: '0.1.0',
  summary: 'Adds the National Insurance category of an employment from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, clock } = context
    const employment = await lockEmployment(context, asked.employment_id)
    const { effective_from, letter } = asked
    const person = await tx.row<{ date_of_birth: Day | null; gender: string | null; has_letter: boolean }>(
      `select p.date_of_birth, p.gender, exists (select from business.ni_category n
         where n.employment_id = $2 and n.deleted_at is null) as has_letter
       from business.business b left join business.individual p on p.id = b.individual_id where b.id = $1`,
      [employment.contractor_id, employment.id],
    )
    const workplace_postcode = asked.workplace_postcode ?? employment.workplace_postcode
    const [reason, evidence] = [asked.reason || null, asked.evidence || null]
    const entry = { letter, effective_from, reason, evidence, workplace_postcode }
    const paid = person?.has_letter ? await lastPaid(context, employment) : null
    const late = fromStart(effective_from, employment.start_date) ?? afterDay(effective_from, paid)
    const errors = {
      ...letterFaults(entry, person ?? { date_of_birth: null, gender: null }),
      ...(late === null ? {} : { effective_from: late }),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if (workplace_postcode !== employment.workplace_postcode)
      await updateRow(tx, employment_entity, employment.id, { workplace_postcode, updated_at: clock.now() })
    const id = await insertNiCategory(context, employment, entry)
    return { id }
  },
})
