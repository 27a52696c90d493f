import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { compare, formatMoney, GBP, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { mandatory, optionalText } from '../../parties/party-input.server.ts'
import { amountInput } from '../../shared/cash-input.server.ts'
import { versionFrom } from '../../shared/dated-versions.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { yearLock } from './locked-year.server.ts'
import { hasOneDirectorAlone } from './one-director.server.ts'
import { paye_scheme_year } from './paye-scheme.entity.ts'
import { firstDayOf, LEVY_ALLOWANCE, payroll_keepers } from './paye-scheme.rules.ts'
import { lockScheme } from './paye-scheme-input.server.ts'

const input = z
  .strictObject({
    paye_scheme_id: z.uuid(),
    /** `2026-27`. */
    tax_year: mandatory,
    is_small_employer: z.boolean().default(false),
    claims_employment_allowance: z.boolean().default(false),
    allowance_declared_by: optionalText,
    levy_allowance: amountInput.default(LEVY_ALLOWANCE),
  })
  .refine((asked) => !asked.claims_employment_allowance || Boolean(asked.allowance_declared_by), {
    path: ['allowance_declared_by'],
    error: validationText.required,
  })

/** Allowances from a tax year on, until another year says otherwise. The row of the same year is replaced. */
export const setPayeSchemeYear = verb({
  action_id: 'business.paye_scheme_year.set',
  since: '0.1.0',
  summary: 'Sets the allowances of a PAYE scheme from a tax year on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { paye_scheme_id, tax_year, ...asked }) => {
    const { tx, clock } = context
    const scheme = await lockScheme(context, paye_scheme_id)
    const effective_from = firstDayOf(tax_year)
    if (effective_from === null)
      throw invalid({ tax_year: `There are no rates for the tax year ${tax_year} yet` })
    const lock = await yearLock(context, paye_scheme_id, Number(tax_year.slice(0, 4)))
    if (lock !== null) throw invalid({ tax_year: lock })
    const allowance = parseMoney(asked.levy_allowance, GBP, 'levy_allowance')
    if (allowance.minor < 0) throw invalid({ levy_allowance: validationText.positive })
    if (compare(allowance, parseMoney(LEVY_ALLOWANCE, GBP)) > 0)
      throw invalid({ levy_allowance: validationText.max })
    if (asked.claims_employment_allowance && (await hasOneDirectorAlone(context, scheme.id, effective_from)))
      throw invalid({
        claims_employment_allowance: 'One director alone does not qualify for the employment allowance',
      })
    const effective_to = await versionFrom(context, paye_scheme_year, { paye_scheme_id }, effective_from)
    const values = {
      paye_scheme_id,
      effective_from,
      is_small_employer: asked.is_small_employer,
      claims_employment_allowance: asked.claims_employment_allowance,
      allowance_declared_by: asked.claims_employment_allowance ? (asked.allowance_declared_by ?? null) : null,
      levy_allowance: formatMoney(allowance),
    }
    const id = newUuid(clock)
    await insertRow(tx, paye_scheme_year, {
      ...values,
      id,
      effective_to,
      currency_id: await currencyId(context, 'GBP'),
      provider_id: scheme.provider_id,
      agency_id: scheme.agency_id,
      deleted_at: null,
      ...enteredBy(context),
    })
    context.audit({ entity: 'business.paye_scheme_year', entity_id: id, new_values: values })
    return { id }
  },
})
