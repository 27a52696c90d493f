import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { statutory_kinds } from './statutory-absence.entity.ts'

/** Statutory pay of one absence on one payslip of a pay run, with the amount that HMRC gives back to the employer. */
export const statutory_payment = entity({
  module: 'transaction',
  name: 'statutory_payment',
  label: 'Statutory Payment',
  plural: 'Statutory Payments',
  fields: {
    id: f.uuid('Id'),
    statutory_absence_id: f.uuid('Absence'),
    payslip_id: f.uuid('Payslip'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    kind: f.choice('Kind', statutory_kinds),
    from_day: f.day('From'),
    to_day: f.day('To'),
    pay_day: f.day('Pay Day'),
    amount: f.money('Amount'),
    recovered: f.money('Recovered'),
    compensation: f.money('Compensation'),
    currency_id: f.uuid('Currency'),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    ...f.stamps,
  },
  relations: {
    statutory_absence: f.to_one('transaction.statutory_absence', 'statutory_absence_id'),
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
    ...f.worker_relations,
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
