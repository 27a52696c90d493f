import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Days that reduce the pay without statutory pay: the Full Payment Submission tells of them. */
export const UNPAID = 'unpaid'

export const statutory_kinds = [
  { value: 'ssp', label: 'Sickness' },
  { value: 'smp', label: 'Maternity' },
  { value: 'spp', label: 'Paternity' },
  { value: 'sap', label: 'Adoption' },
  { value: 'shpp', label: 'Shared parental' },
  { value: 'spbp', label: 'Parental bereavement' },
  { value: 'sncp', label: 'Neonatal care' },
] as const

export const absence_kinds = [...statutory_kinds, { value: UNPAID, label: 'Unpaid' }] as const

/** Days of a worker with statutory pay, or without any. */
export const statutory_absence = entity({
  module: 'transaction',
  name: 'statutory_absence',
  label: 'Absence',
  plural: 'Absences',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    kind: f.choice('Kind', absence_kinds),
    first_day: f.day('First Day'),
    last_day: f.day('Last Day'),
    event_day: f.nullable(f.day('Day of the Event')),
    qualifying_days: f.nullable(f.text('Qualifying Days')),
    evidence: f.nullable(f.text('Evidence')),
    average_weekly_earnings: f.money('Average Weekly Earnings'),
    average_reason: f.nullable(f.text('Reason')),
    paid_until: f.nullable(f.day('Last Pay Day Before')),
    withdrawn_at: f.nullable(f.instant('Withdrawn At')),
    withdraw_reason: f.nullable(f.text('Withdrawal Reason')),
    currency_id: f.uuid('Currency'),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    ...f.worker_relations,
    currency: f.to_one('platform.currency', 'currency_id'),
    payments: f.to_many('transaction.statutory_payment', 'statutory_absence_id'),
  },
})
