import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { pension_scheme } from './pension.entity.ts'
import {
  insertTerms,
  nameFaults,
  pensionFacts,
  requireNone,
  termsFaults,
  termsInput,
} from './pension-scheme-input.server.ts'
import { first_duties } from './re-enrolment.rules.ts'

type Scheme = { readonly id: string; readonly provider_id: string; readonly agency_id: string | null }

export const addPensionScheme = verb({
  action_id: 'business.pension_scheme.add',
  since: '0.1.0',
  summary: 'Adds a pension that an employer pays into',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ paye_scheme_id: z.uuid(), ...pensionFacts, ...termsInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { relief, basis, employee_percent, employer_percent, ...facts }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Scheme>(tx, viewer, 'business.paye_scheme', [facts.paye_scheme_id], {
      lock: true,
      columns: 't.id, t.provider_id, t.agency_id',
    })
    const { provider_id, agency_id } = row as Scheme // As many rows as ids.
    const terms = { relief, basis, employee_percent, employer_percent }
    requireNone({
      ...termsFaults(terms, clock.today(), 'paye_scheme_id'),
      ...(await nameFaults(context, facts)),
    })
    const id = newUuid(clock)
    await insertRow(tx, pension_scheme, {
      ...facts,
      ...{ own_layout: null, ended_from: null, ended_by_name: null, successor_id: null },
      ...{ id, provider_id, agency_id },
      ...enteredBy(context),
    })
    context.audit({ entity: 'business.pension_scheme', entity_id: id, new_values: facts })
    await insertTerms(
      context,
      { id, paye_scheme_id: facts.paye_scheme_id, provider_id, agency_id },
      terms,
      first_duties,
    )
    return { id }
  },
})
