import { type Access, viewer } from '#entity/access.ts'
import type { mail_template } from './mail-template.entity.ts'

const of_my_business = { rows: { business_id: { _eq: viewer.business_id } }, fields: 'all' } as const

export const mail_template_access: Access<typeof mail_template> = {
  agency: of_my_business,
  client: null,
  contractor: null,
  funder: of_my_business,
  provider: of_my_business,
}
