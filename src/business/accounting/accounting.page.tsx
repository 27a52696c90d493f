/** One record of an accounting integration: a mapping, a queued item or a mismatch (spec §3). */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import {
  accounting_exception,
  bank_detail,
  contact_detail,
  data_queue,
  vat_detail,
} from './accounting.entity.ts'

const theirs = {
  title: 'In the accounting package',
  facts: [
    { field: 'platform' },
    { field: 'external_name' },
    { field: 'external_id' },
    { field: 'synced_at' },
    { field: 'updated_at' },
  ],
} as const
const of_provider = { field: 'agency.name', label: 'Agency', only: ['provider'] } as const

export const vat_detail_record = record({
  entity: vat_detail,
  what: 'VAT detail',
  title: 'business_tax.name',
  badge: 'status',
  cards: [
    {
      title: 'VAT rate',
      facts: [
        { field: 'business_tax.name', label: 'VAT Rate' },
        { field: 'business_tax.value_numeric', label: 'Rate' },
        of_provider,
      ],
    },
    theirs,
  ],
})

export const contact_detail_record = record({
  entity: contact_detail,
  what: 'Contact detail',
  title: 'contact.name',
  badge: 'status',
  cards: [
    {
      title: 'Business',
      facts: [
        { field: 'contact.human_id', label: 'Business Id' },
        { field: 'contact.name', label: 'Business' },
        { field: 'contact.type', label: 'Type' },
        of_provider,
      ],
    },
    theirs,
  ],
})

export const bank_detail_record = record({
  entity: bank_detail,
  what: 'Bank detail',
  title: 'bank_account.bank_name',
  badge: 'status',
  cards: [
    {
      title: 'Bank account',
      facts: [
        { field: 'bank_account.bank_name', label: 'Bank' },
        { field: 'bank_account.account_holder_name', label: 'Account Holder' },
        { field: 'bank_account.account_number', label: 'Account Number' },
        { field: 'bank_account.sort_code', label: 'Sort Code' },
        of_provider,
      ],
    },
    theirs,
  ],
})

export const accounting_exception_record = record({
  entity: accounting_exception,
  what: 'Exception',
  title: 'reference',
  cards: [
    {
      title: 'Exception',
      facts: [
        { field: 'reference' },
        { field: 'transaction_type' },
        { field: 'mismatches' },
        { field: 'is_resolved' },
        of_provider,
        { field: 'created_at' },
        { field: 'updated_at' },
        { field: 'comment', wide: true },
      ],
    },
  ],
})

export const data_queue_record = record({
  entity: data_queue,
  what: 'Queued data',
  title: 'reference',
  badge: 'status',
  cards: [
    {
      title: 'Queued data',
      facts: [
        { field: 'reference' },
        { field: 'transaction_type' },
        { field: 'attempts' },
        of_provider,
        { field: 'created_at' },
        { field: 'updated_at' },
        { field: 'error', wide: true },
      ],
    },
  ],
})

export function VatDetailPage() {
  return <RecordPage screen={vat_detail_record} />
}

export function ContactDetailPage() {
  return <RecordPage screen={contact_detail_record} />
}

export function BankDetailPage() {
  return <RecordPage screen={bank_detail_record} />
}

export function AccountingExceptionPage() {
  return <RecordPage screen={accounting_exception_record} />
}

export function DataQueuePage() {
  return <RecordPage screen={data_queue_record} />
}
