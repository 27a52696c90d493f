import { type Access, all_but, type RowRule } from '#entity/access.ts'
import { client_work_roles } from '#entity/roles.ts'
import { funding_party, own } from '../shared/own-rows.access.ts'
import type { expense, expense_activity, expense_detail } from './expense.entity.ts'

const handed_in = { status: { _neq: 'draft' } } as const satisfies RowRule
const approved = { status: { _eq: 'approved' } } as const satisfies RowRule
const not_suspense = { new_status: { _neq: 'suspense' } } as const satisfies RowRule

/** An expense is one amount for both sides, and its approver must see what he approves. */
export const expense_access: Access<typeof expense> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...handed_in },
    roles: client_work_roles,
    fields: all_but(...funding_party, 'suspense_reason'),
  },
  contractor: { rows: own.contractor, fields: all_but(...funding_party, 'suspense_reason') },
  funder: { rows: { ...own.funder, ...approved }, fields: all_but('suspense_reason') },
  provider: { rows: own.provider, fields: 'all' },
}

export const expense_detail_access: Access<typeof expense_detail> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, expense: handed_in },
    roles: client_work_roles,
    fields: all_but(...funding_party),
  },
  contractor: { rows: own.contractor, fields: all_but(...funding_party) },
  funder: { rows: { ...own.funder, expense: approved }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}

const others = all_but('user_id', 'impersonator_user_id', 'funder_id')

export const expense_activity_access: Access<typeof expense_activity> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...not_suspense, expense: handed_in },
    roles: client_work_roles,
    fields: others,
  },
  contractor: { rows: { ...own.contractor, ...not_suspense }, fields: others },
  funder: {
    rows: { ...own.funder, ...not_suspense, expense: approved },
    fields: all_but('user_id', 'impersonator_user_id'),
  },
  provider: { rows: own.provider, fields: 'all' },
}
