/** Holidays and their fund: for payroll of the provider and of the agency that is the employer, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import { holiday, holiday_movement } from './holiday.entity.ts'

const holiday_fields = field_groups(holiday, {
  facts: [
    'id employment_id contractor_id first_day last_day hours status comment expected_pay expected_on payslip_id currency_id',
    'created_by_name decided_by_name decided_at decision_comment created_at updated_at',
  ],
  owners: ['provider_id agency_id'],
})

export const holiday_access: Access<typeof holiday> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: { rows: own.contractor, fields: holiday_fields('facts') },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}

const movement_fields = field_groups(holiday_movement, {
  facts: [
    'id employment_id contractor_id kind hours amount paid worked_hours worked_pay sentence pay_day timesheet_id holiday_id',
    'payslip_id currency_id created_by_name created_at updated_at',
  ],
  owners: ['principal_id provider_id agency_id'],
})

export const holiday_movement_access: Access<typeof holiday_movement> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: { rows: own.contractor, fields: movement_fields('facts') },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
