/** Facts of PAYE schemes as rows: each names its scheme, and is added by the verb that adds it by hand. */
import { errorText } from '#kernel/messages.ts'
import type { AnyVerb } from '#server/verb.ts'
import { addPensionScheme } from '../payroll/pension/add-pension-scheme.server.ts'
import { plainReference } from '../payroll/schemes/paye-scheme.rules.ts'
import { setPayeSchemeYear } from '../payroll/schemes/set-paye-scheme-year.server.ts'
import type { ImportShape } from './import-kind.rules.ts'
import type { Importer } from './importer.server.ts'
import { keptRows, withYesNo } from './kept-rows.server.ts'
import { cellOf, columnsByInput, inputOfColumns, rowErrors, without } from './made-business.server.ts'
import { schemeId } from './payroll-records.server.ts'
import { scheme_facts } from './scheme-fact-shapes.rules.ts'

const scheme_column = 'paye_scheme.employer_reference'

type Kind = {
  readonly shape: ImportShape
  readonly verb: Pick<AnyVerb, 'action_id' | 'input'>
  /** The verb's fields of columns that are named otherwise. */
  readonly renamed: Readonly<Record<string, string>>
  readonly yes_no?: readonly string[]
  readonly integers?: readonly string[]
}

function schemeFactImporter({ shape, verb, renamed, yes_no = [], integers = [] }: Kind): Importer {
  const columns = columnsByInput(shape, verb, { ...renamed, [scheme_column]: 'paye_scheme_id' })
  const filled = without(columns, 'paye_scheme_id')
  return {
    shape,
    reads: Object.values(columns),
    entity: 'business.paye_scheme',
    inputOf: async (context, [row]) => {
      const values = row?.values ?? {}
      const paye_scheme_id = await schemeId(context, values[scheme_column])
      if (paye_scheme_id === undefined)
        return rowErrors({ [scheme_column]: errorText.not_found('PAYE scheme') })
      const input = withYesNo(inputOfColumns(values, filled), yes_no)
      for (const field of integers) if (input[field] !== undefined) input[field] = Number(input[field])
      return {
        input: { ...input, paye_scheme_id },
        record: { id: paye_scheme_id, human_id: plainReference(values[scheme_column] ?? '') },
        blame: cellOf(columns),
      }
    },
    ...keptRows('business.paye_scheme', 'put it right on the page of the PAYE scheme'),
  }
}

export const scheme_fact_importers: readonly Importer[] = [
  schemeFactImporter({
    shape: scheme_facts.pension_schemes,
    verb: addPensionScheme,
    renamed: {
      'terms.relief': 'relief',
      'terms.basis': 'basis',
      'terms.employee_percent': 'employee_percent',
      'terms.employer_percent': 'employer_percent',
    },
    integers: ['payment_day'],
  }),
  schemeFactImporter({
    shape: scheme_facts.paye_scheme_years,
    verb: setPayeSchemeYear,
    renamed: {},
    yes_no: ['is_small_employer', 'claims_employment_allowance'],
  }),
]
