import { takeOverEmployment } from '../payroll/takeover/take-over-employment.server.ts'
import type { Importer } from './importer.server.ts'
import { notUndone } from './importer.server.ts'
import { withYesNo } from './kept-rows.server.ts'
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
const scheme_column = 'employment.paye_scheme.employer_reference'
const yes_no = ['is_irregular_hours', 'is_week1', 'has_postgraduate_loan'] as const
const of_employment = [
  'payroll_id',
  'start_date',
  'pay_frequency',
  'is_irregular_hours',
  'rolled_up_percent',
  'retained_percent',
  'workplace_postcode',
  'director_from',
  'director_method',
] as const
const shape = shapeNamed('payroll_takeovers')

const columns = columnsByInput(shape, takeOverEmployment, {
  [worker_column]: 'contractor_id',
  [scheme_column]: 'paye_scheme_id',
  ...Object.fromEntries(of_employment.map((field) => [`employment.${field}`, field])),
})
const filled = without(columns, 'contractor_id', 'paye_scheme_id')

/** One row per employment, imported by `take_over`. */
export const importPayrollTakeovers: Importer = {
  shape,
  reads: Object.values(columns),
  entity: 'business.employment',
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const parties = await employerAndWorker(context, values, { scheme_column, worker_column })
    if ('errors' in parties) return rowErrors(parties.errors)
    return {
      input: { ...withYesNo(inputOfColumns(values, filled), yes_no), ...parties },
      blame: cellOf(columns),
    }
  },
  before: async () => null,
  watched: [{ table: 'business.employment', where: 'r.id = $1', reason: 'has been changed since' }],
  takeBack: async (_context, records) => {
    const [first] = records
    if (first)
      throw notUndone(
        first.row_no,
        `${first.human_id} is employed now: import the right figures, or undo the takeover on its page`,
      )
  },
}
