import { pathOf } from '#web/core/place.ts'
import type { List } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { listAgreement } from '../ledger/agreement.card.tsx'
import { agency_commission_summary } from './agency-commission.entity.ts'
import { commissionWhy } from './explain-row.view.ts'
import { commissionRows } from './figure-rows.rules.ts'
import { addressOf } from './report-list.view.ts'

/** The work that makes a client's figures, of all time as they are. */
const toWork: List['link'] = (row, category) => {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const of = {
    subject_id: text(row.subject_id),
    human_id: text(row.human_id),
    alpha_code: String(row.alpha_code),
  }
  const rows = commissionRows('client', of)
  return rows && addressOf(pathOf({ category, path: 'report/commission' }), rows.filter)
}

/** All commission by client (spec §2: agency commission summary, top clients by agency commission). */
function of(title: string, order: 'name' | 'agency_gross'): List {
  return list({
    entity: agency_commission_summary,
    title,
    where: { subject_id: { _is_null: false } },
    columns: [
      { field: 'name', label: 'Client', width: 220 },
      { field: 'human_id', label: 'Client Id', width: 112 },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'agency_gross', link: toWork, why: commissionWhy },
      { field: 'work_count', width: 120, link: toWork },
      { field: 'client_gross', link: toWork },
      { field: 'contractor_gross', link: toWork },
      { field: 'fee_gross', link: toWork },
      { field: 'on_costs', link: toWork },
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
    fields: [
      'subject_id',
      'client_gross',
      'sale_gross',
      'contractor_gross',
      'fee_gross',
      'on_costs',
      'agency_gross',
    ],
    link: (row, category) => pathOf({ category, path: 'business/client', id: String(row.subject_id) }),
    card: { title: 'name', badge: 'alpha_code', detail: 'human_id', amount: 'agency_gross' },
    first_run: 'Commission shows here once work is approved and invoiced.',
    begins_at: 'transaction/timesheet',
    above: listAgreement({
      root: 'get_agency_commission_agreement',
      covers: 'All work, with a client or without',
    }),
  })
}

export const commission_summary_list = of('Commission Summary', 'name')
export const top_clients_list = of('Top Clients', 'agency_gross')
