/** Absences: for the provider, for payroll roles of the employing agency, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { statutory_absence } from './statutory-absence.entity.ts'

const fields = field_groups(statutory_absence, {
  facts: [
    'id contractor_id kind first_day last_day event_day qualifying_days evidence average_weekly_earnings',
    'withdrawn_at withdraw_reason currency_id created_at updated_at',
  ],
  payroll: ['employment_id average_reason paid_until provider_id agency_id created_by_name'],
})

export const statutory_absence_access: Access<typeof statutory_absence> = {
  ...of_employer,
  contractor: { rows: own.contractor, fields: fields('facts') },
}
