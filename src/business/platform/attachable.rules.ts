/** What files may hang on, who may hang them there, and which parties see them (spec §2, Upload control). */
import type { Viewer } from '#entity/access.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

export interface Attachable {
  readonly who: WhoMay
  /** Columns of the record that name the parties who see the file; the others do not. */
  readonly parties: readonly ('provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id')[]
  /** Statuses after which what proves the record stays as it is. */
  readonly closed: readonly string[]
  /** Once there they stay: documents that were issued are printed with them. */
  readonly kept?: true
}

const work: Attachable = {
  who: { contractor: ['contractor'], agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id'],
  closed: ['approved', 'suspense', 'cancelled'],
}
/** What an agency keeps about a placement may name rates: neither the client nor the contractor sees it. */
const placement: Attachable = {
  who: { agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id'],
  closed: [],
}
/** A business is of no agency: the file is the business's that hangs it there, and its provider's. */
const business: Attachable = { ...placement, parties: ['provider_id'] }

/** What a business prints on its documents: its logo. Its own admin brings it, or the provider's. */
const own_business: Attachable = {
  who: { agency: ['agency_admin'], funder: ['funder_admin'], provider: ['provider_admin'] },
  parties: ['provider_id'],
  closed: [],
  kept: true,
}

export const attachables: Readonly<Record<string, Attachable>> = {
  'transaction.timesheet': work,
  'transaction.expense': work,
  'contract.temp_placement': placement,
  'contract.perm_placement': placement,
  'business.agency': own_business,
  'business.client': business,
  'business.funder': own_business,
  'business.provider': own_business,
  'business.contractor': business,
}

/** May this viewer add files to a record in this status, and take his own away? */
export function takesFiles(
  parent_entity: string,
  status: string,
  viewer: Pick<Viewer, 'category' | 'roles'>,
): boolean {
  const rule = attachables[parent_entity]
  return rule !== undefined && isOneOf(viewer, rule.who) && !rule.closed.includes(status)
}

export const files_max = 50
export const business_bytes_max = 5 * 1024 * 1024 * 1024
