import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** The fee of one self-bill inside IR35 as earnings, with the tax and National Insurance that a payslip deducts from it. */
export const deemed_payment = entity({
  module: 'transaction',
  name: 'deemed_payment',
  label: 'Deemed Payment',
  plural: 'Deemed Payments',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    invoice_id: f.uuid('Self-bill'),
    payslip_id: f.uuid('Payslip'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    pay_day: f.day('Pay Day'),
    fee: f.money('Fee without VAT'),
    income_tax: f.money('Income Tax'),
    employee_ni: f.money('Employee NI'),
    currency_id: f.uuid('Currency'),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    ...f.stamps,
  },
  relations: {
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
    ...f.worker_relations,
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
