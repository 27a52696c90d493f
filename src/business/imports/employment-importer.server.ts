import { errorText } from '#kernel/messages.ts'
import { startEmployment } from '../payroll/employment/start-employment.server.ts'
import type { Importer } from './importer.server.ts'
import { keptRows, withYesNo } from './kept-rows.server.ts'
import { cellOf, columnsByInput, inputOfColumns, rowErrors, shapeNamed } from './made-business.server.ts'
import { businessId, schemeId } from './payroll-records.server.ts'

const worker_column = 'contractor.human_id'
const scheme_column = 'paye_scheme.employer_reference'
const shape = shapeNamed('employments')
const columns = columnsByInput(shape, startEmployment, {
  [worker_column]: 'contractor_id',
  [scheme_column]: 'paye_scheme_id',
})
const { contractor_id: _, paye_scheme_id: __, ...filled } = columns

/** Employments that begin, a row an employment, each started as by hand. */
export const importEmployments: Importer = {
  shape,
  reads: Object.values(columns),
  entity: 'business.employment',
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const errors: Record<string, string> = {}
    const paye_scheme_id = await schemeId(context, values[scheme_column])
    if (paye_scheme_id === undefined) errors[scheme_column] = errorText.not_found('PAYE scheme')
    const contractor_id = await businessId(context, values[worker_column], ['contractor'])
    if (contractor_id === undefined) errors[worker_column] = errorText.not_found('Contractor')
    if (Object.keys(errors).length > 0) return rowErrors(errors)
    const input = withYesNo(inputOfColumns(values, filled), [
      'is_irregular_hours',
      'p45_is_week1',
      'p45_student_loan',
    ])
    const { p45_period } = values
    return {
      input: {
        ...input,
        ...(p45_period === undefined ? {} : { p45_period: Number(p45_period) }),
        paye_scheme_id,
        contractor_id,
      },
      called: values.payroll_id ?? '',
      blame: cellOf(columns),
    }
  },
  ...keptRows('business.employment', 'change the employment on its page'),
}
