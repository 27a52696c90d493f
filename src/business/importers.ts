/** Every kind of import: an import and a line each. */

import { importClients } from './imports/client-importer.server.ts'
import { importContractors } from './imports/contractor-importer.server.ts'
import { importEmployments } from './imports/employment-importer.server.ts'
import { importExpenses } from './imports/expense-importer.server.ts'
import { type Importer, requireAllRead } from './imports/importer.server.ts'
import { importPayeSchemes } from './imports/paye-scheme-importer.server.ts'
import { payroll_fact_importers } from './imports/payroll-fact-importers.server.ts'
import { importBureauFigures } from './imports/payroll-figure-importer.server.ts'
import { importPayrollTakeovers } from './imports/payroll-takeover-importer.server.ts'
import { scheme_fact_importers } from './imports/scheme-fact-importers.server.ts'
import { importTimesheets } from './imports/timesheet-importer.server.ts'
import { importUmbrellaPayslips } from './imports/umbrella-payslip-importer.server.ts'

const list: readonly Importer[] = [
  importTimesheets,
  importExpenses,
  importClients,
  importContractors,
  importBureauFigures,
  importUmbrellaPayslips,
  importPayrollTakeovers,
  importPayeSchemes,
  ...scheme_fact_importers,
  importEmployments,
  ...payroll_fact_importers,
]

for (const importer of list) requireAllRead(importer)

/** By the template that is filled in. */
export const importers: ReadonlyMap<string, Importer> = new Map(
  list.map((importer) => [importer.shape.template.name, importer]),
)
