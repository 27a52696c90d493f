import { errorText } from '#kernel/messages.ts'
import { createPayeScheme } from '../payroll/schemes/create-paye-scheme.server.ts'
import { employer_types, readEmployerReference } from '../payroll/schemes/paye-scheme.rules.ts'
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

const employer_column = 'business.human_id'
const shape = shapeNamed('paye_schemes')
const columns = columnsByInput(shape, createPayeScheme, { [employer_column]: 'business_id' })
const filled = without(columns, 'business_id')

/** PAYE schemes as rows, each entered as by hand. An agency's file needs no employer. */
export const importPayeSchemes: Importer = {
  shape,
  reads: Object.values(columns),
  entity: 'business.paye_scheme',
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const employer = values[employer_column]
    const business_id =
      employer === undefined ? undefined : await businessId(context, employer, employer_types)
    if (employer !== undefined && business_id === undefined)
      return rowErrors({ [employer_column]: errorText.not_found('Employer') })
    const input = inputOfColumns(values, filled)
    const reference = readEmployerReference(values.employer_reference ?? '')
    return {
      input: { ...input, ...(business_id === undefined ? {} : { business_id }) },
      called: reference === null ? '' : `${reference.office_number}/${reference.paye_reference}`,
      blame: cellOf(columns),
    }
  },
  ...keptRows('business.paye_scheme', 'change the scheme on its page'),
}
