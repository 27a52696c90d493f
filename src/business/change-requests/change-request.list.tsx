/** Change requests per client, contract and service (spec §2), of payment companies, and the approvals of each. */

import { Check, Undo2, X } from 'lucide-react'
import type { Category } from '#entity/access.ts'
import { valueAt } from '#entity/path.ts'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import type { List, ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_client, not_agency } from '../shared/list-filters.view.ts'
import { tabOf } from '../shared/related-tabs.view.ts'
import { company_askers } from './company-requests/company-request.rules.ts'
import { change_request, flow_approval } from './request/change-request.entity.ts'
import type { RequestAction, RequestFacts } from './request/change-request.rules.ts'
import { all_askers, all_deciders, can } from './request/change-request.rules.ts'
import { isPartySubject, party_askers } from './request/party-change.rules.ts'
import { requestPath } from './request/request-path.view.ts'

/** Spec §2: the overview tab shows pending requests only. */
const tabs = [
  { id: 'overview', label: 'Overview', where: { status: { _eq: 'pending' } } },
  { id: 'all', label: 'All', where: {} },
] as const

/** Old and new values name both sides' figures: only agency and provider read them raw. */
const raw = ['agency', 'provider'] as const

/** Where the change would be made. */
export function subjectOf(row: ListRow, category: Category): string | null {
  const type = valueAt(row, 'contract.type')
  if (typeof row.contract_id === 'string' && typeof type === 'string')
    return pathOf({ category, path: `contract/${type}`, id: row.contract_id })
  if (isPartySubject(String(row.subject)) && row.type !== 'credit_limit') return partyPath(row, category)
  return typeof row.client_id === 'string' && (category === 'agency' || category === 'provider')
    ? pathOf({ category, path: 'business/client', id: row.client_id })
    : null
}

/** Where the reader has a page of the party: an agency of its clients and people, a worker of their companies. */
function partyPath(row: ListRow, category: Category): string | null {
  if (typeof row.entity_id !== 'string' || category === 'client' || category === 'funder') return null
  if (category === 'contractor' && row.subject !== 'payment_company') return null
  return pathOf({ category, path: String(row.entity).replace('.', '/'), id: row.entity_id })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The facts by which a request is answered or taken back; its asker is known to agency and provider. */
export const requestFacts = (row: ListRow, category: Category): RequestFacts => ({
  human_id: String(row.human_id),
  status: String(row.status),
  type: String(row.type),
  subject: String(row.subject),
  waits_for: textOf(row.waits_for),
  asked_by: textOf(row.asked_by),
  ...(raw.some((one) => one === category)
    ? { requested_by: textOf(row.requested_by), requested_as: textOf(row.requested_as) }
    : { requested_by: null, requested_as: null }),
})
export const request_facts = [
  'human_id',
  'status',
  'type',
  'subject',
  'waits_for',
  'asked_by',
  { field: 'requested_by', only: raw },
  { field: 'requested_as', only: raw },
] as const

const ask = (action: RequestAction) => (row: ListRow, session: Session) =>
  can[action](requestFacts(row, session.category), session)

const deciders = Object.values(all_deciders).flat()
const askers = Object.values(all_askers).flat()

/** The decisions on one request or several: one verb serves both. */
const decisions = [
  {
    label: 'Approve',
    icon: Check,
    action_id: 'request.change_request.approve',
    allowed: ask('approve'),
    confirm: 'comment',
    only: deciders,
  },
  {
    label: 'Reject',
    icon: X,
    tone: 'danger',
    action_id: 'request.change_request.reject',
    allowed: ask('reject'),
    confirm: 'comment',
    only: deciders,
  },
  {
    label: 'Cancel',
    icon: Undo2,
    action_id: 'request.change_request.cancel',
    allowed: ask('cancel'),
    confirm: 'comment',
    only: askers,
  },
] as const

const without_limits = change_request.fields.type.choices.filter(({ value }) => value !== 'credit_limit')

function of(
  subject: string | null,
  title: string,
  more: Pick<List, 'first_run'> & Partial<Pick<List, 'page_size' | 'create' | 'begins_at'>>,
): List {
  return list({
    entity: change_request,
    title,
    ...(subject === null ? {} : { where: { subject: { _eq: subject } } }),
    tabs,
    columns: [
      { field: 'human_id', width: 144 },
      { field: 'status', width: 120 },
      { field: 'waits_for', width: 120 },
      { field: 'type', width: 150 },
      ...(subject === 'contract' || subject === null
        ? ([
            { field: 'contract.human_id', label: 'Placement Id', width: 116, link: subjectOf },
            { field: 'contract.title', label: 'Placement', width: 200 },
          ] as const)
        : []),
      ...(subject === 'contractor' || subject === 'payment_company'
        ? ([
            { field: 'party.human_id', label: 'Id', width: 116, link: subjectOf },
            { field: 'party.name', label: subject === 'contractor' ? 'Contractor' : 'Company' },
          ] as const)
        : ([
            {
              field: 'client.name',
              label: 'Client',
              only: ['agency', 'contractor', 'funder', 'provider'],
              ...(subject === 'client' ? { link: subjectOf } : {}),
            },
          ] as const)),
      { field: 'asked_by', width: 110 },
      { field: 'agency.name', label: 'Agency', only: not_agency },
      {
        field: 'new_values',
        label: 'Changes',
        width: 320,
        as: { kind: 'diff', old: 'old_values' },
        sortable: false,
        only: raw,
      },
      { field: 'approved_at' },
      { field: 'created_at' },
      { field: 'updated_at' },
    ],
    filters: [
      { field: 'human_id' },
      { field: 'status', only: ['agency', 'provider'] },
      {
        field: 'status',
        options: change_request.fields.status.choices.filter(({ value }) => value !== 'draft'),
        only: ['client', 'contractor', 'funder'],
      },
      { field: 'waits_for' },
      // Limits are asked for clients alone, and no client reads of its own.
      ...(subject === 'client'
        ? ([
            { field: 'type', only: raw },
            { field: 'type', options: without_limits, only: ['client'] },
          ] as const)
        : ([{ field: 'type', options: without_limits }] as const)),
      ...(subject === 'contract' || subject === null
        ? ([{ field: 'contract.human_id', label: 'Placement Id' }] as const)
        : []),
      { ...by_client, only: ['agency', 'funder', 'provider'] },
      { ...by_agency, only: not_agency },
      { field: 'approved_at', max: 'today' },
      { field: 'created_at', max: 'today' },
    ],
    groups: [],
    search: ['human_id', { field: 'client.name', only: ['agency', 'contractor', 'funder', 'provider'] }],
    sort: { id: 'created_at', desc: true },
    fields: [...request_facts, 'contract_id', 'client_id', 'entity', 'entity_id', 'contract.type'],
    bulk: decisions,
    row_actions: decisions,
    link: (row, category) => requestPath(row.id, subject, category),
    card: {
      title: 'human_id',
      badge: 'status',
      party: ['client.name', 'agency.name'],
      detail: 'type',
      date: 'created_at',
    },
    ...more,
  })
}

export const client_change_request_list = of('client', 'Client Change Requests', {
  first_run:
    'A change of an approved client shows here until it is approved. It is asked for on the client’s page.',
  begins_at: 'business/client',
  create: {
    label: 'Request a change',
    only: party_askers.client.client,
    to: (category) => pathOf({ category, path: 'request/new_client_change' }),
  },
})
export const contractor_change_request_list = of('contractor', 'Contractor Change Requests', {
  first_run:
    'A change of an approved contractor shows here until it is approved. It is asked for on the contractor’s page.',
  begins_at: 'business/contractor',
  create: {
    label: 'Request a change',
    only: party_askers.contractor.contractor,
    to: (category) => pathOf({ category, path: 'request/new_contractor_change' }),
  },
})
export const contract_change_request_list = of('contract', 'Contract Change Requests', {
  first_run:
    'A change of an active placement shows here until it is approved. It is asked for on the placement’s page.',
  begins_at: 'contract/temp_placement',
})
/** Spec §9: the service view has a page of 50, newest first. */
export const service_change_request_list = of('service', 'Service Change Requests', {
  first_run:
    'Changed terms between an agency and a client or contractor show here until they are approved. They are asked for on the page of either.',
  page_size: 50,
  create: {
    label: 'Request a change',
    only: [...party_askers.service.client, ...party_askers.service.contractor],
    to: (category) => pathOf({ category, path: 'request/new_own_service_change' }),
  },
})
/** Spec §2: limited-company requests. */
export const limited_company_request_list = of('payment_company', 'Limited Company Requests', {
  first_run:
    'A contractor, or an agency on the contractor’s page, asks for a limited company to be paid through.',
  create: {
    label: 'Ask for a limited company',
    only: company_askers.contractor,
    to: (category) => pathOf({ category, path: 'request/new_own_company' }),
  },
  begins_at: 'business/limited',
})

/** Spec §2, change-request flow approvals; §4: each flow approval has a status per business type. */
export const flow_approval_list = list({
  entity: flow_approval,
  title: 'Change Request Approvals',
  columns: [
    { field: 'change_request.human_id', label: 'Change Request Id', width: 150 },
    { field: 'change_request.status', label: 'Request Status', width: 130 },
    { field: 'flow.position', label: 'Step', width: 100 },
    { field: 'business_type', width: 130 },
    { field: 'business.name', label: 'Business' },
    { field: 'status', width: 120 },
    { field: 'is_most_recent', width: 120 },
    { field: 'comment', width: 240 },
    { field: 'created_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'change_request.human_id', label: 'Change Request Id' },
    { field: 'status', quick: true },
    { field: 'business_type' },
    { field: 'business.name', label: 'Business' },
    { field: 'is_most_recent' },
    { field: 'created_at', max: 'today' },
  ],
  groups: [{ field: 'status' }],
  search: ['change_request.human_id', 'business.name'],
  sort: { id: 'updated_at', desc: true },
  default_filter: { is_most_recent: { is: true } },
  link: (row, category) =>
    requestPath(String(row.change_request_id), valueAt(row, 'change_request.subject'), category),
  fields: ['change_request_id', 'change_request.subject'],
  card: {
    title: 'change_request.human_id',
    badge: 'status',
    party: 'business.name',
    detail: 'business_type',
    date: 'created_at',
  },
  first_run: 'The steps of each requested change show here: who approves it, in which order.',
  begins_at: 'contract/temp_placement',
})

/** Spec §2: temp placements, agency and funder view. The provider operates for both. */
export const change_requests_tab = tabOf({
  id: 'change_requests',
  label: 'Change Requests',
  list: contract_change_request_list,
  only: ['agency', 'funder', 'provider'],
})
