import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { percent, toNumericText } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { mandatory } from '../../parties/party-input.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { PENSION_BASES, PENSION_RELIEFS } from '../engine/pension.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { percentFaults } from './membership.rules.ts'
import { pension_scheme } from './pension.entity.ts'

const input = z.strictObject({
  paye_scheme_id: z.uuid(),
  name: mandatory,
  provider: mandatory,
  employer_reference: mandatory,
  relief: z.enum(PENSION_RELIEFS),
  basis: z.enum(PENSION_BASES),
  employee_percent: mandatory,
  employer_percent: mandatory,
  /** Of the month after the pay. */
  payment_day: z.int().min(1, validationText.min).max(28, validationText.max).default(22),
})

type Scheme = { readonly id: string; readonly provider_id: string; readonly agency_id: string | null }

export const addPensionScheme = verb({
  action_id: 'business.pension_scheme.add',
  since: '0.1.0',
  summary: 'Adds a pension that an employer pays into',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Scheme>(tx, viewer, 'business.paye_scheme', [asked.paye_scheme_id], {
      lock: true,
      columns: 't.id, t.provider_id, t.agency_id',
    })
    const scheme = row as Scheme // As many rows as ids.
    const year = taxYearOf(clock.today())
    if (year === null) throw invalid({ paye_scheme_id: noRates(clock.today()) })
    const terms = {
      basis: asked.basis,
      employee_percent: percent(asked.employee_percent, 'employee_percent'),
      employer_percent: percent(asked.employer_percent, 'employer_percent'),
    }
    const taken = await tx.row(
      `select id from business.pension_scheme where paye_scheme_id = $1 and name = $2`,
      [scheme.id, asked.name],
    )
    const errors = {
      ...percentFaults(year, terms),
      ...(taken ? { name: validationText.unique_existing } : {}),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const values = {
      ...asked,
      employee_percent: toNumericText(terms.employee_percent),
      employer_percent: toNumericText(terms.employer_percent),
    }
    const id = newUuid(clock)
    await insertRow(tx, pension_scheme, {
      ...values,
      own_layout: null,
      id,
      provider_id: scheme.provider_id,
      agency_id: scheme.agency_id,
      ...enteredBy(context),
    })
    context.audit({ entity: 'business.pension_scheme', entity_id: id, new_values: values })
    return { id }
  },
})
