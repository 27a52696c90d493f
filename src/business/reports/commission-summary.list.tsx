import { pathOf } from '#web/core/place.ts'
import type { List } from '#web/list/list.ts'
import { list } from '#web/list/list.ts'
import { agency_commission_summary } from './agency-commission.entity.ts'

/** Commission per client, all of it (spec §2: agency commission summary, top clients by agency commission). */
function of(title: string, order: 'name' | 'agency_gross'): List {
  return list({
    entity: agency_commission_summary,
    title,
    where: { subject_id: { _is_null: false } },
    columns: [
      { field: 'name', label: 'Client', width: 220 },
      { field: 'human_id', label: 'Client Id', width: 112 },
      { field: 'alpha_code', label: 'Currency', width: 90 },
      { field: 'agency_gross' },
      { field: 'work_count', width: 120 },
      { field: 'client_gross' },
      { field: 'contractor_gross' },
      { field: 'fee_gross', width: 120 },
      { field: 'on_costs', width: 120 },
    ],
    filters: [
      { field: 'name', label: 'Client' },
      { field: 'human_id', label: 'Client Id' },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'agency_gross' },
      { field: 'work_count' },
    ],
    groups: [],
    search: ['name', 'human_id'],
    sort: { id: order, desc: order === 'agency_gross' },
    currency: 'alpha_code',
    sum: 'agency_gross',
    fields: ['subject_id'],
    link: (row, category) => pathOf({ category, path: 'business/client', id: String(row.subject_id) }),
    card: { title: 'name', badge: 'alpha_code', detail: 'human_id', amount: 'agency_gross' },
    first_run: 'Commission is known once work is approved and invoiced.',
  })
}

export const commission_summary_list = of('Commission Summary', 'name')
export const top_clients_list = of('Top Clients', 'agency_gross')
