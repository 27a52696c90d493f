import { type Access, field_groups } from '#entity/access.ts'
import { own } from '../../shared/own-rows.access.ts'
import { cis_verification } from './cis-verification.entity.ts'

const fields = field_groups(cis_verification, {
  facts: [
    'id business_id agency_id round verification_number verified_on result provider_id created_at updated_at',
  ],
  inner: ['created_by'],
})

/** The agency that verified and its provider. HMRC gives the number to them, not to the payee. */
export const cis_verification_access: Access<typeof cis_verification> = {
  agency: { rows: own.agency, fields: fields('facts', 'inner') },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
