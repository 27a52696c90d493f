/** Holidays and their fund: for the provider, for payroll roles of the employing agency, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { holiday, holiday_movement } from './holiday.entity.ts'

const holiday_fields = field_groups(holiday, {
  facts: [
    'id employment_id contractor_id first_day last_day hours status comment expected_pay expected_on payslip_id currency_id',
    'created_by_name decided_by_name decided_at decision_comment created_at updated_at',
  ],
  owners: ['provider_id agency_id'],
})

export const holiday_access: Access<typeof holiday> = {
  ...of_employer,
  contractor: { rows: own.contractor, fields: holiday_fields('facts') },
}

const movement_fields = field_groups(holiday_movement, {
  facts: [
    'id employment_id contractor_id kind hours amount paid worked_hours worked_pay sentence pay_day timesheet_id holiday_id',
    'payslip_id currency_id created_by_name created_at updated_at',
  ],
  owners: ['principal_id provider_id agency_id'],
})

export const holiday_movement_access: Access<typeof holiday_movement> = {
  ...of_employer,
  contractor: { rows: own.contractor, fields: movement_fields('facts') },
}
