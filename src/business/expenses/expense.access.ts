import { type Access, field_groups } from '#entity/access.ts'
import { client_work_roles } from '#entity/roles.ts'
import { approved, drafting, handed_in, not_suspense } from '../shared/approvable-rows.access.ts'
import { own, told_moment } from '../shared/own-rows.access.ts'
import { expense, expense_activity, expense_detail } from './expense.entity.ts'

const expense_fields = field_groups(expense, {
  facts: [
    'id human_id status amount tax_amount version contract_id provider_id agency_id client_id contractor_id',
    'currency_id po_number comment submitted_date approved_at approved_by approved_by_name created_at',
    'updated_at',
  ],
  funder: ['funder_id'],
  suspense: ['suspense_reason evidence_status'],
})

/** An expense is one amount for both sides, and its approver must see the amount. */
export const expense_access: Access<typeof expense> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...handed_in },
    roles: client_work_roles,
    fields: expense_fields('facts'),
    withheld: told_moment,
  },
  contractor: { rows: own.contractor, fields: expense_fields('facts'), withheld: told_moment },
  funder: {
    rows: { ...own.funder, ...approved },
    fields: expense_fields('facts', 'funder'),
    withheld: told_moment,
  },
  provider: { rows: own.provider, fields: 'all' },
}

const detail_fields = field_groups(expense_detail, {
  facts: [
    'id expense_id from_date type description amount tax_amount is_disbursement provider_id agency_id',
    'client_id contractor_id created_at updated_at',
  ],
  funder: ['funder_id'],
})

export const expense_detail_access: Access<typeof expense_detail> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, expense: handed_in },
    roles: client_work_roles,
    fields: detail_fields('facts'),
  },
  contractor: { rows: own.contractor, fields: detail_fields('facts') },
  funder: { rows: { ...own.funder, expense: approved }, fields: detail_fields('facts', 'funder') },
  provider: { rows: own.provider, fields: 'all' },
}

const activity_fields = field_groups(expense_activity, {
  facts: [
    'id expense_id action old_status new_status message comment user_name created_at provider_id agency_id',
    'client_id contractor_id',
  ],
  users: ['user_id impersonator_user_id'],
  funder: ['funder_id'],
})

export const expense_activity_access: Access<typeof expense_activity> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...not_suspense, _not: drafting, expense: handed_in },
    roles: client_work_roles,
    fields: activity_fields('facts'),
  },
  contractor: { rows: { ...own.contractor, ...not_suspense }, fields: activity_fields('facts') },
  funder: {
    rows: { ...own.funder, ...not_suspense, expense: approved },
    fields: activity_fields('facts', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}
