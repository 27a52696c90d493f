import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** HMRC's answer to a verification under the Construction Industry Scheme. */
export const cis_results = [
  { value: 'gross_payment', label: 'Gross payment' },
  { value: 'deduct_20', label: 'Deduct 20 %' },
  { value: 'deduct_30', label: 'Deduct 30 %' },
] as const

/** An agency's verification of a payee with HMRC. Later ones follow, and the newest counts. */
export const cis_verification = entity({
  module: 'business',
  name: 'cis_verification',
  label: 'CIS Verification',
  plural: 'CIS Verifications',
  fields: {
    id: f.uuid('Id'),
    /** The payment company. */
    business_id: f.uuid('Payee'),
    agency_id: f.uuid('Agency'),
    /** Verifications of one payee by one agency follow one another by number. */
    round: f.integer('Round'),
    verification_number: f.code('Verification Number'),
    verified_on: f.day('Verified On'),
    result: f.choice('Result', cis_results),
    created_by: f.code('Entered By'),
    provider_id: f.uuid('Provider'),
    ...f.stamps,
  },
  relations: {
    business: f.to_one('business.business', 'business_id'),
    agency: f.to_one('business.party', 'agency_id'),
  },
})
