import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { in_currency } from '../shared/debt-fields.rules.ts'
import { aged_fields } from './client-statement.entity.ts'
import { ledger_totals } from './sales-ledger.entity.ts'

/** Open client debt of one agency in one currency (spec §3, agency-by-currency summary): a row of report.get_sales_ledger_summary. */
const summary = {
  module: 'report',
  label: 'Agency Sales Ledger',
  plural: 'Agency Sales Ledger Summary',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    agency_id: f.uuid('Agency'),
    agency_human_id: f.searchable(f.human_id('Agency Id')),
    agency_name: f.searchable(f.text('Agency')),
    ...in_currency,
    ...ledger_totals,
    credit_limit: f.nullable(f.money('Credit Limit')),
    headroom: f.nullable(f.money('Headroom')),
  },
  relations: {
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
} as const

export const funder_sales_ledger_summary = entity({
  ...summary,
  name: 'get_funder_sales_ledger_summary',
  root: 'get_funder_sales_ledger_summary',
})
export const provider_sales_ledger_summary = entity({
  ...summary,
  name: 'get_provider_sales_ledger_summary',
  root: 'get_provider_sales_ledger_summary',
})

/** A client's debt through one agency in one currency: a row of report.get_client_sales_ledger. */
const ledger = {
  module: 'report',
  label: 'Client Sales Ledger',
  plural: 'Client Sales Ledger',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    client_id: f.uuid('Client'),
    client_human_id: f.searchable(f.human_id('Client Id')),
    client_name: f.searchable(f.text('Client')),
    agency_id: f.uuid('Agency'),
    agency_human_id: f.human_id('Agency Id'),
    agency_name: f.searchable(f.text('Agency')),
    ...in_currency,
    invoice_count: f.integer('Open Invoices'),
    ...aged_fields,
    overdue_amount: f.money('Overdue'),
    net_outstanding_balance: f.money('Net Outstanding Balance'),
    oldest_due_date: f.nullable(f.day('Oldest Due Date')),
  },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
} as const

export const client_sales_ledger = entity({
  ...ledger,
  name: 'get_client_sales_ledger',
  root: 'get_client_sales_ledger',
})
export const own_sales_ledger = entity({
  ...ledger,
  name: 'get_own_sales_ledger',
  root: 'get_own_sales_ledger',
})

/** A client's debt at a month's end: a row of report.get_retrospective_sales_ledger. */
const retrospective = {
  module: 'report',
  label: 'Retrospective Sales Ledger',
  plural: 'Retrospective Sales Ledger',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    as_of: f.day('As Of'),
    agency_id: f.uuid('Agency'),
    agency_name: f.searchable(f.text('Agency')),
    client_id: f.uuid('Client'),
    client_human_id: f.searchable(f.human_id('Client Id')),
    client_name: f.searchable(f.text('Client')),
    ...in_currency,
    invoice_count: f.integer('Open Invoices'),
    overdue_amount: f.money('Overdue'),
    net_outstanding_balance: f.money('Net Outstanding Balance'),
  },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
} as const

export const agency_retrospective_ledger = entity({
  ...retrospective,
  name: 'get_agency_retrospective_ledger',
  root: 'get_agency_retrospective_ledger',
})
export const provider_retrospective_ledger = entity({
  ...retrospective,
  name: 'get_provider_retrospective_ledger',
  root: 'get_provider_retrospective_ledger',
})

/** Every summary of a sales ledger. */
export const ledger_summaries = [
  funder_sales_ledger_summary,
  provider_sales_ledger_summary,
  client_sales_ledger,
  own_sales_ledger,
  agency_retrospective_ledger,
  provider_retrospective_ledger,
] as const
