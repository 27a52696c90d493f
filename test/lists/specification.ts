/** The specification's lists, all of them, and the tabs of its records. See wanted.ts. */
import type { Category } from '#entity/access.ts'
import type { WantedList } from './wanted.ts'
import { wanted_documents } from './wanted-documents.ts'
import { wanted_reports } from './wanted-reports.ts'
import { wanted_work } from './wanted-work.ts'

export const wanted: readonly WantedList[] = [...wanted_work, ...wanted_documents, ...wanted_reports]

/** Spec §2, related-record tabs, by the record and who looks. */
export const wanted_tabs: readonly {
  readonly record: string
  readonly for: Category
  readonly tabs: readonly string[]
}[] = [
  {
    record: 'business/client',
    for: 'agency',
    tabs: ['Temp Placements', 'Perm Placements', 'Timesheets', 'Invoices', 'Expenses'],
  },
  { record: 'business/contractor', for: 'agency', tabs: ['Temp Placements', 'Timesheets', 'Expenses'] },
  { record: 'contract/perm_placement', for: 'agency', tabs: ['Invoices'] },
  {
    record: 'contract/temp_placement',
    for: 'agency',
    tabs: ['Timesheets', 'Invoices', 'Expenses', 'Change Requests'],
  },
  { record: 'contract/temp_placement', for: 'client', tabs: ['Timesheets', 'Invoices', 'Expenses'] },
  {
    record: 'contract/temp_placement',
    for: 'funder',
    tabs: ['Timesheets', 'Invoices', 'Expenses', 'Change Requests'],
  },
  { record: 'transaction/timesheet', for: 'agency', tabs: ['Invoices', 'Consolidated Invoices'] },
  { record: 'transaction/expense', for: 'agency', tabs: ['Invoices'] },
  { record: 'business/agency', for: 'funder', tabs: ['Invoices'] },
]

/** Spec §2: a related-count column in a row links to the tab; which lists count what their records' tabs hold. */
export const wanted_counts: readonly {
  readonly at: string
  readonly for: Category
  readonly tabs: readonly string[]
}[] = [
  { at: 'business/client', for: 'agency', tabs: ['temp_placements'] },
  { at: 'business/client', for: 'funder', tabs: ['temp_placements', 'invoices'] },
  { at: 'business/contractor', for: 'agency', tabs: ['temp_placements', 'timesheets', 'expenses'] },
  { at: 'business/agency', for: 'funder', tabs: ['invoices'] },
  { at: 'contract/perm_placement', for: 'agency', tabs: ['invoices'] },
  { at: 'contract/temp_placement', for: 'agency', tabs: ['timesheets', 'invoices', 'expenses'] },
  { at: 'contract/temp_placement', for: 'client', tabs: ['timesheets', 'invoices', 'expenses'] },
  { at: 'contract/temp_placement', for: 'funder', tabs: ['timesheets', 'invoices', 'expenses'] },
  { at: 'transaction/timesheet', for: 'agency', tabs: ['invoices'] },
  { at: 'transaction/expense', for: 'agency', tabs: ['invoices'] },
]
