/** Which rows are whose, written a second time as plain SQL over the alias `t` (see oracle-businesses.ts). */
import type { EntityAddress } from '#business/entities.ts'
import type { Category } from '#entity/access.ts'
import { has } from './oracle-businesses.ts'
import { document_rows } from './oracle-document-rows.ts'
import { list_rows } from './oracle-list-rows.ts'
import type { ByCategory } from './oracle-parts.ts'
import { party_rows } from './oracle-party-rows.ts'
import { emailOf, type Looking, providerOf, uid, userOf } from './world.ts'

const rows: Readonly<Record<EntityAddress, ByCategory>> = {
  ...party_rows,
  ...document_rows,
  ...list_rows,
}

const roles_of: Readonly<Record<Category, readonly string[]>> = {
  agency: [
    'agency_admin',
    'primary_staff_user',
    'agency_read_only',
    'agency_relationship_manager',
    'agency_user',
    'agency_consultant',
  ],
  client: ['hiring_manager', 'invoice_contact', 'timesheet_approver'],
  contractor: ['contractor'],
  funder: ['funder_admin', 'funder_analyst'],
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
}

export interface Expected {
  /** Over the alias `t`. */
  readonly sql: string
  readonly isReached: boolean
}

/** The rows of an entity that this viewer sees, or null where it does not exist for them. */
export function expectedRows(path: EntityAddress, looking: Looking): Expected | null {
  if (!has(looking, ...roles_of[looking.category])) return null
  const rule = rows[path][looking.category]
  const condition = typeof rule === 'function' ? rule(looking) : rule
  if (condition === null) return null
  if (condition === 'reached') return { sql: 'true', isReached: true }
  const quoted = (text: string) => `'${text}'`
  const business = (name: string) => `'${uid(`business.business ${name}`)}'::uuid`
  const sql = condition
    .replaceAll(':me', business(looking.business))
    .replaceAll(':provider', business(providerOf(looking.business)))
    .replaceAll(':contact', `'${uid(`business.business_contact ${looking.business}`)}'::uuid`)
    .replaceAll(':user', quoted(userOf(looking.business)))
    .replaceAll(':email', quoted(emailOf(looking.business)))
  return { sql: `(${sql})`, isReached: false }
}
