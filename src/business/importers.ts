/** Every kind of import: an import and a line each. */

import { importClients } from './imports/import-clients.server.ts'
import { importContractors } from './imports/import-contractors.server.ts'
import { importExpenses } from './imports/import-expenses.server.ts'
import { importPayrollFigures } from './imports/import-payroll-figures.server.ts'
import { importTimesheets } from './imports/import-timesheets.server.ts'
import type { Importer } from './imports/importer.server.ts'

const list: readonly Importer[] = [
  importTimesheets,
  importExpenses,
  importClients,
  importContractors,
  importPayrollFigures,
]

/** By the template that is filled in. */
export const importers: ReadonlyMap<string, Importer> = new Map(
  list.map((importer) => [importer.shape.template.name, importer]),
)
