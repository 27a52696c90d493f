import { errorText } from '#kernel/messages.ts'
import { recordUmbrellaPayslip } from '../payroll/umbrella/record-umbrella-payslip.server.ts'
import type { Importer } from './importer.server.ts'
import { keptRows } from './kept-rows.server.ts'
import {
  cellOf,
  columnsByInput,
  inputOfColumns,
  rowErrors,
  shapeNamed,
  without,
} from './made-business.server.ts'
import { businessId } from './payroll-records.server.ts'

const worker_column = 'contractor.human_id'
const shape = shapeNamed('umbrella_payslips')
const columns = columnsByInput(shape, recordUmbrellaPayslip, { [worker_column]: 'contractor_id' })
const filled = without(columns, 'contractor_id')

/** The payslips of an umbrella company, a row a payslip, each compared as one that is typed. */
export const importUmbrellaPayslips: Importer = {
  shape,
  reads: Object.values(columns),
  entity: 'transaction.umbrella_payslip',
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const contractor_id = await businessId(context, values[worker_column], ['contractor'])
    if (contractor_id === undefined) return rowErrors({ [worker_column]: errorText.not_found('Contractor') })
    return {
      input: { ...inputOfColumns(values, filled), contractor_id },
      called: values[worker_column] ?? '',
      blame: cellOf(columns),
    }
  },
  ...keptRows('transaction.umbrella_payslip', 'remove the payslip on its page'),
}
