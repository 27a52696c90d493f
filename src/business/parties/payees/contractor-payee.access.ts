import { type Access, field_groups } from '#entity/access.ts'
import { own } from '../../shared/own-rows.access.ts'
import { contractor_payee } from './contractor-payee.entity.ts'

const fields = field_groups(contractor_payee, {
  facts: [
    'id contractor_id agency_id provider_id payment_type payment_company_id effective_from effective_to',
    'self_billing_from self_billing_to change_request_id created_at updated_at',
  ],
})

/** The contractor, the agency of the work and their provider: one agency reads nothing about the payees of another's work. */
export const contractor_payee_access: Access<typeof contractor_payee> = {
  agency: { rows: own.agency, fields: fields('facts') },
  client: null,
  contractor: { rows: own.contractor, fields: fields('facts') },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
