import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const agency_parties = { agency_id: f.uuid('Agency'), provider_id: f.uuid('Provider') } as const
const debt_parties = {
  ...agency_parties,
  client_id: f.uuid('Client'),
  funder_id: f.nullable(f.uuid('Funder')),
} as const

/** One step of an agency's plan: so many days from the due date, in these words. */
export const chase_step = entity({
  module: 'business',
  name: 'chase_step',
  label: 'Chase Step',
  plural: 'Chase Steps',
  fields: {
    id: f.uuid('Id'),
    ...agency_parties,
    days: f.integer('Days from Due Date'),
    subject: f.text('Subject'),
    body: f.text('Text'),
    ...f.stamps,
  },
  relations: {},
})

export const statement_schedule = entity({
  module: 'business',
  name: 'statement_schedule',
  label: 'Statement Schedule',
  plural: 'Statement Schedules',
  fields: { id: f.uuid('Id'), ...agency_parties, day_of_month: f.integer('Day of Month'), ...f.stamps },
  relations: {},
})

/** A client's own schedule of statements, or a pause, in place of its agency's. */
export const client_statement_schedule = entity({
  module: 'business',
  name: 'client_statement_schedule',
  label: 'Statement Schedule of a Client',
  plural: 'Statement Schedules of Clients',
  fields: {
    id: f.uuid('Id'),
    ...agency_parties,
    client_id: f.uuid('Client'),
    frequency: f.choice('Frequency', [
      { value: 'agency', label: 'As the agency’s' },
      { value: 'off', label: 'No statements' },
      { value: 'weekly', label: 'Every week' },
      { value: 'monthly', label: 'Every month' },
    ]),
    weekday: f.nullable(f.integer('Weekday')),
    day_of_month: f.nullable(f.integer('Day of Month')),
    paused_until: f.nullable(f.day('Paused Until')),
    since: f.day('Since'),
    user_name: f.text('User'),
    ...f.stamps,
  },
  relations: { client: f.to_one('business.party', 'client_id') },
})

/** A client without reminders until a day. */
export const chase_pause = entity({
  module: 'business',
  name: 'chase_pause',
  label: 'Chase Pause',
  plural: 'Chase Pauses',
  fields: {
    id: f.uuid('Id'),
    ...agency_parties,
    client_id: f.uuid('Client'),
    until: f.day('Until'),
    reason: f.text('Reason'),
    user_name: f.text('User'),
    ...f.stamps,
  },
  relations: { client: f.to_one('business.party', 'client_id') },
})

/** One letter to one client as it was sent, or one call. */
export const chase = entity({
  module: 'transaction',
  name: 'chase',
  label: 'Chase',
  plural: 'Chases',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    kind: f.choice('Kind', ['manual', 'scheduled', 'statement', 'call']),
    ...debt_parties,
    days: f.nullable(f.integer('Days from Due Date')),
    subject: f.text('Subject'),
    body: f.text('Text'),
    recipients: f.tags('Recipients'),
    invoice_count: f.integer('Invoices'),
    user_name: f.text('User'),
    on_date: f.day('On'),
    created_at: f.instant('Created At'),
  },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    agency: f.to_one('business.party', 'agency_id'),
    invoices: f.to_many('transaction.chase_invoice', 'chase_id'),
  },
})

/** A document of a letter, with the figures of that day. */
export const chase_invoice = entity({
  module: 'transaction',
  name: 'chase_invoice',
  label: 'Chased Invoice',
  plural: 'Chased Invoices',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    chase_id: f.uuid('Chase'),
    invoice_id: f.uuid('Invoice'),
    days: f.nullable(f.integer('Days from Due Date')),
    outstanding_balance: f.money('Outstanding Balance'),
    days_overdue: f.integer('Days Overdue'),
    ...debt_parties,
    currency_id: f.uuid('Currency'),
    created_at: f.instant('Created At'),
  },
  relations: {
    chase: f.to_one('transaction.chase', 'chase_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

export const payment_promise = entity({
  module: 'transaction',
  name: 'payment_promise',
  label: 'Promise to Pay',
  plural: 'Promises to Pay',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    invoice_id: f.uuid('Invoice'),
    ...debt_parties,
    currency_id: f.uuid('Currency'),
    amount: f.money('Promised Amount'),
    promised_date: f.day('Promised Date'),
    status: f.defaulted(f.choice('Status', ['open', 'kept', 'broken', 'withdrawn'])),
    note: f.nullable(f.text('Note')),
    user_name: f.text('User'),
    ...f.stamps,
  },
  unread: { paid_before: f.money('Paid Before') },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
