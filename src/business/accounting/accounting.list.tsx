import type { Category } from '#entity/access.ts'
import { pathOf } from '#web/core/place.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency } from '../shared/list-filters.view.ts'
import {
  accounting_exception,
  bank_detail,
  contact_detail,
  data_queue,
  mismatch_types,
  vat_detail,
} from './accounting.entity.ts'

const theirs = [
  { field: 'platform', width: 120 },
  { field: 'external_id', width: 200 },
  { field: 'external_name' },
  { field: 'status', width: 110 },
] as const
const of_provider = { field: 'agency.name', label: 'Agency', only: ['provider'] } as const
const tail = [{ field: 'synced_at' }, { field: 'updated_at' }] as const
const filters = [
  { field: 'platform' },
  { field: 'external_name' },
  { field: 'external_id' },
  { field: 'status' },
  { ...by_agency, only: ['provider'] },
] as const
const groups = [{ field: 'status' }] as const
/** Each entry has a page of its own. */
const entryOf =
  (entity: { readonly name: string }) =>
  (row: ListRow, category: Category): string =>
    pathOf({ category, path: `integrations/${entity.name}`, id: row.id })

export const vat_detail_list = list({
  entity: vat_detail,
  title: 'VAT Details',
  columns: [
    { field: 'business_tax.name', label: 'VAT Rate' },
    { field: 'business_tax.value_numeric', label: 'Rate' },
    of_provider,
    ...theirs,
    ...tail,
  ],
  filters: [{ field: 'business_tax.name', label: 'VAT Rate' }, ...filters],
  groups,
  search: ['business_tax.name', 'external_name'],
  sort: { id: 'updated_at', desc: true },
  link: entryOf(vat_detail),
  card: {
    title: 'business_tax.name',
    badge: 'status',
    party: 'agency.name',
    detail: 'external_name',
    date: 'updated_at',
  },
  first_run: 'VAT rates show here once an accounting package is connected.',
  begins_at: 'integrations',
})

export const contact_detail_list = list({
  entity: contact_detail,
  title: 'Contact Details',
  columns: [
    { field: 'contact.human_id', label: 'Business Id', width: 112 },
    { field: 'contact.name', label: 'Business' },
    { field: 'contact.type', label: 'Type', width: 120 },
    of_provider,
    ...theirs,
    ...tail,
  ],
  filters: [
    { field: 'contact.human_id', label: 'Business Id' },
    { field: 'contact.name', label: 'Business' },
    { field: 'contact.type', label: 'Type' },
    ...filters,
  ],
  groups,
  search: ['contact.name', 'contact.human_id', 'external_name'],
  sort: { id: 'updated_at', desc: true },
  link: entryOf(contact_detail),
  card: {
    title: 'contact.name',
    badge: 'status',
    party: 'agency.name',
    detail: 'external_name',
    date: 'updated_at',
  },
  first_run: 'Contacts show here once an accounting package is connected.',
  begins_at: 'integrations',
})

export const bank_detail_list = list({
  entity: bank_detail,
  title: 'Bank Details',
  columns: [
    { field: 'bank_account.bank_name', label: 'Bank' },
    { field: 'bank_account.account_holder_name', label: 'Account Holder' },
    { field: 'bank_account.account_number', label: 'Account Number', width: 140 },
    { field: 'bank_account.sort_code', label: 'Sort Code', width: 110 },
    { field: 'bank_account.currency.alpha_code', label: 'Currency', width: 100 },
    of_provider,
    ...theirs,
    ...tail,
  ],
  filters: [
    { field: 'bank_account.bank_name', label: 'Bank' },
    { field: 'bank_account.account_number', label: 'Account Number' },
    ...filters,
  ],
  groups,
  search: ['bank_account.bank_name', 'external_name'],
  sort: { id: 'updated_at', desc: true },
  link: entryOf(bank_detail),
  card: {
    title: 'bank_account.bank_name',
    badge: 'status',
    party: 'agency.name',
    detail: 'external_name',
    date: 'updated_at',
  },
  first_run: 'Bank accounts show here once an accounting package is connected.',
  begins_at: 'integrations',
})

/** Spec §9: created_at descending; §4: resolved or not resolved. */
export const accounting_exception_list = list({
  entity: accounting_exception,
  title: 'Exceptions',
  columns: [
    { field: 'reference', width: 140 },
    { field: 'transaction_type', width: 150 },
    of_provider,
    { field: 'mismatches', width: 300 },
    { field: 'is_resolved', width: 100, as: 'yes_no' },
    { field: 'comment', width: 240 },
    { field: 'created_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'reference' },
    { field: 'transaction_type' },
    { field: 'mismatches', options: mismatch_types },
    { field: 'is_resolved', quick: true },
    { field: 'created_at', max: 'today' },
    { ...by_agency, only: ['provider'] },
  ],
  groups: [{ field: 'transaction_type' }],
  tags: [
    { id: 'open', label: 'Not resolved', filter: { is_resolved: { is: false } }, tone: 'attention' },
    { id: 'resolved', label: 'Resolved', filter: { is_resolved: { is: true } } },
  ],
  sort: { id: 'created_at', desc: true },
  link: entryOf(accounting_exception),
  card: {
    title: 'reference',
    badge: 'transaction_type',
    party: 'agency.name',
    detail: 'comment',
    date: 'created_at',
  },
  first_run: 'Differences between Stint and the accounting package show here.',
  begins_at: 'integrations',
})

/** The queue without sent items (spec §2, pending data queue). */
export const data_queue_list = list({
  entity: data_queue,
  title: 'Pending Data Queue',
  where: { status: { _neq: 'sent' } },
  columns: [
    { field: 'reference', width: 140 },
    { field: 'transaction_type', width: 150 },
    of_provider,
    { field: 'status', width: 110 },
    { field: 'attempts', width: 100 },
    { field: 'error', width: 280 },
    { field: 'created_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'reference' },
    { field: 'transaction_type' },
    {
      field: 'status',
      options: [
        { value: 'pending', label: 'Pending' },
        { value: 'sending', label: 'Sending' },
        { value: 'failed', label: 'Failed' },
      ],
    },
    { field: 'created_at', max: 'today' },
    { ...by_agency, only: ['provider'] },
  ],
  groups: [{ field: 'transaction_type' }],
  sort: { id: 'updated_at', desc: true },
  link: entryOf(data_queue),
  card: { title: 'reference', badge: 'status', party: 'agency.name', detail: 'error', date: 'created_at' },
  first_run: 'Documents show here until the accounting package has them.',
  begins_at: 'integrations',
})
