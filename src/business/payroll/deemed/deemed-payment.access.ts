/** Deductions from self-bills: for the provider, for payroll roles of the agency that is the fee payer, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { deemed_payment } from './deemed-payment.entity.ts'

const fields = field_groups(deemed_payment, {
  facts: [
    'id invoice_id payslip_id contractor_id pay_day fee income_tax employee_ni currency_id created_at updated_at',
  ],
  employer: ['employment_id provider_id agency_id'],
})

export const deemed_payment_access: Access<typeof deemed_payment> = {
  ...of_employer,
  contractor: { rows: own.contractor, fields: fields('facts') },
}
