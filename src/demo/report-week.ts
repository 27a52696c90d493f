/** Scheduled reports of the demo world, set up in its last week; the first is sent when the demo runs. */

import { funding_document } from '#business/portfolio/funding-portfolio.entity.ts'
import { agency_commission } from '#business/reports/agency-commission.entity.ts'
import { agency_sales_ledger_detail } from '#business/reports/sales-ledger.entity.ts'
import type { Entity } from '#entity/entity.ts'
import { present } from '#kernel/assert.ts'
import { type Day, partsOf } from '#kernel/day.ts'
import { contactId, onStage, type World } from './stage.ts'

type Mailed = {
  readonly by: string
  readonly to: readonly string[]
  readonly report: string
  readonly format: 'csv' | 'excel' | 'pdf'
  readonly period: 'since_last' | 'as_filtered'
  readonly rows: Entity
  readonly base?: object
  readonly columns: readonly string[]
  readonly sort: string
}

const mailed: readonly Mailed[] = [
  {
    by: 'agency_admin',
    to: ['agency_admin', 'agency_read_only'],
    report: 'commission',
    format: 'excel',
    period: 'since_last',
    rows: agency_commission,
    base: { funding_model: { _neq: 'indirect' } },
    columns: [
      'payment_reference',
      'client_name',
      'contractor_name',
      'client_gross',
      'agency_gross',
      'agency_net',
    ],
    sort: 'raised_date',
  },
  {
    by: 'agency_admin',
    to: ['agency_admin'],
    report: 'sales_ledger',
    format: 'pdf',
    period: 'as_filtered',
    rows: agency_sales_ledger_detail,
    columns: ['client_name', 'human_id', 'due_date', 'days_overdue', 'outstanding_balance'],
    sort: 'days_overdue',
  },
  {
    by: 'funder_admin',
    to: ['funder_admin'],
    report: 'funding_debts',
    format: 'excel',
    period: 'as_filtered',
    rows: funding_document,
    columns: [
      'human_id',
      'client_name',
      'agency_name',
      'due_date',
      'outstanding_balance',
      'disallowed_amount',
    ],
    sort: 'days_overdue',
  },
]

/** Monthly, on the later of two days, so that nothing has been sent when the demo opens. */
export async function mailReports(world: World, day: Day, repeats: number): Promise<void> {
  if (repeats > 0) return
  const { date } = partsOf(day)
  const day_of_month = date < 8 || date > 22 ? 15 : 1
  await onStage(world, async ({ act }) => {
    for (const { by, to, report, format, period, rows, base, columns, sort } of mailed) {
      await act(by, 'platform.report_schedule.save', {
        report,
        format,
        frequency: 'monthly',
        day_of_month,
        period,
        contact_ids: to.map((person) => contactId(world, person)),
        list: {
          base: base ?? {},
          filter_by: {},
          order_by: [{ [sort]: 'desc' }, { id: 'asc' }],
          columns: columns.map((field) => ({ field, label: present(rows.fields[field], field).label })),
          facts: [],
        },
      })
    }
  })
}
