import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { payment_types } from '../business.entity.ts'

/** Another way to pay a contractor, which new placements with one agency may choose (decision 0193). */
export const contractor_payee = entity({
  module: 'business',
  name: 'contractor_payee',
  label: 'Further Payee',
  plural: 'Further Payees',
  fields: {
    id: f.uuid('Id'),
    contractor_id: f.uuid('Contractor'),
    agency_id: f.uuid('Agency'),
    provider_id: f.uuid('Provider'),
    payment_type: f.choice('Payment Type', payment_types),
    /** The contractor themselves on payroll. */
    payment_company_id: f.uuid('Payee'),
    effective_from: f.day('From'),
    effective_to: f.nullable(f.day('Until')),
    self_billing_from: f.nullable(f.day('Self-billing From')),
    self_billing_to: f.nullable(f.day('Self-billing To')),
    change_request_id: f.uuid('Change Request'),
    ...f.stamps,
  },
  relations: {
    contractor: f.to_one('business.party', 'contractor_id'),
    agency: f.to_one('business.party', 'agency_id'),
    payment_company: f.to_one('business.party', 'payment_company_id'),
  },
})
