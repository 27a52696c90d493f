/** Payments of absences: for the provider, for payroll roles of the employing agency, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { statutory_payment } from './statutory-payment.entity.ts'

const fields = field_groups(statutory_payment, {
  facts: [
    'id statutory_absence_id payslip_id contractor_id kind from_day to_day pay_day amount currency_id created_at updated_at',
  ],
  employer: ['employment_id recovered compensation provider_id agency_id'],
})

export const statutory_payment_access: Access<typeof statutory_payment> = {
  ...of_employer,
  contractor: { rows: own.contractor, fields: fields('facts') },
}
