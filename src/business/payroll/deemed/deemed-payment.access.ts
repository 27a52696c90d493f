/** Deductions from self-bills: for payroll of the provider and of the agency that is the fee payer, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import { deemed_payment } from './deemed-payment.entity.ts'

const fields = field_groups(deemed_payment, {
  facts: [
    'id invoice_id payslip_id contractor_id pay_day fee income_tax employee_ni currency_id created_at updated_at',
  ],
  employer: ['employment_id provider_id agency_id'],
})

export const deemed_payment_access: Access<typeof deemed_payment> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: { rows: own.contractor, fields: fields('facts') },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
