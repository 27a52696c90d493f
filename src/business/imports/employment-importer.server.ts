import { startEmployment } from '../payroll/employment/start-employment.server.ts'
import type { Importer } from './importer.server.ts'
import { keptRows, withYesNo } from './kept-rows.server.ts'
import {
  cellOf,
  columnsByInput,
  inputOfColumns,
  rowErrors,
  shapeNamed,
  without,
} from './made-business.server.ts'
import { employerAndWorker } from './payroll-records.server.ts'

const worker_column = 'contractor.human_id'
const scheme_column = 'paye_scheme.employer_reference'
const shape = shapeNamed('employments')
const columns = columnsByInput(shape, startEmployment, {
  [worker_column]: 'contractor_id',
  [scheme_column]: 'paye_scheme_id',
})
const filled = without(columns, 'contractor_id', 'paye_scheme_id')

/** Employments that begin, a row an employment, each started as by hand. */
export const importEmployments: Importer = {
  shape,
  reads: Object.values(columns),
  entity: 'business.employment',
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const parties = await employerAndWorker(context, values, { scheme_column, worker_column })
    if ('errors' in parties) return rowErrors(parties.errors)
    const input = withYesNo(inputOfColumns(values, filled), [
      'is_irregular_hours',
      'is_irregularly_paid',
      'p45_is_week1',
      'p45_student_loan',
    ])
    const { p45_period } = values
    return {
      input: {
        ...input,
        ...(p45_period === undefined ? {} : { p45_period: Number(p45_period) }),
        ...parties,
      },
      called: values.payroll_id ?? '',
      blame: cellOf(columns),
    }
  },
  ...keptRows('business.employment', 'change the employment on its page'),
}
