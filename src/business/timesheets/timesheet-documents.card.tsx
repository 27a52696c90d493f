import { DocumentsCard } from '../invoices/documents-table.card.tsx'
import type { TimesheetData, TimesheetDocument } from './timesheet.hook.ts'

/** The documents raised from this timesheet, those that the viewer may see. */
export function TimesheetDocuments({
  sheet,
  invoices,
}: {
  sheet: TimesheetData
  invoices: readonly TimesheetDocument[]
}) {
  if (invoices.length === 0) return null
  return <DocumentsCard title="Invoices" documents={invoices} currency={sheet.currency?.alpha_code} />
}
