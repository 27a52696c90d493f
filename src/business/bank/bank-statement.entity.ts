import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A statement of the bank that came in as a file: its lines are the bank lines that name it. */
export const bank_statement = entity({
  module: 'transaction',
  name: 'bank_statement',
  label: 'Bank Statement',
  plural: 'Bank Statements',
  fields: {
    id: f.uuid('Id'),
    file_name: f.searchable(f.text('File')),
    format: f.choice('Format', [
      { value: 'csv', label: 'CSV' },
      { value: 'ofx', label: 'OFX' },
      { value: 'camt_053', label: 'camt.053' },
      { value: 'mt940', label: 'MT940' },
    ]),
    from_date: f.day('From'),
    to_date: f.day('To'),
    opening_balance: f.nullable(f.money('Opening Balance')),
    closing_balance: f.nullable(f.money('Closing Balance')),
    money_in: f.money('Money In'),
    money_out: f.money('Money Out'),
    line_count: f.integer('Lines'),
    duplicate_count: f.integer('Duplicates'),
    bank_account_id: f.uuid('Bank Account'),
    provider_id: f.uuid('Provider'),
    currency_id: f.uuid('Currency'),
    sha256: f.code('File Hash'),
    created_by: f.code('Created By'),
    ...f.stamps,
  },
  relations: {
    bank_account: f.to_one('business.bank_account', 'bank_account_id'),
    provider: f.to_one('business.party', 'provider_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    lines: f.to_many('transaction.bank_line', 'bank_statement_id'),
  },
})
