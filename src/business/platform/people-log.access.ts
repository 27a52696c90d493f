import type { Access, RowRule } from '#entity/access.ts'
import { own, provider_businesses } from '../shared/own-rows.access.ts'
import type { api_exception, impersonation, unconfirmed_user } from './people-log.entity.ts'

const by_administrators = (rows: RowRule) =>
  ({
    agency: null,
    client: null,
    contractor: null,
    funder: null,
    provider: { rows, roles: ['provider_admin'], fields: 'all' },
  }) as const

export const impersonation_access: Access<typeof impersonation> = by_administrators(own.provider)
export const unconfirmed_user_access: Access<typeof unconfirmed_user> = by_administrators({
  business_contacts: { business: provider_businesses },
})
export const api_exception_access: Access<typeof api_exception> = by_administrators(own.provider)
