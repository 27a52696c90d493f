/** Records that take files, the roles that add them, and the parties that see them (spec §2, Upload control). */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { agency_writers, eitherOf, isOneOf, provider_staff } from '../shared/who-may.rules.ts'

export interface Attachable {
  readonly who: WhoMay
  /** Party columns of the record whose parties see the file. */
  readonly parties: readonly ('provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id')[]
  /** Statuses that close the record's evidence. */
  readonly closed: readonly string[]
  /** Once there they stay: documents that were issued are printed with them. */
  readonly kept?: true
}

const work: Attachable = {
  who: { contractor: ['contractor'], agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id'],
  closed: ['approved', 'suspense', 'cancelled'],
}
/** An agency's files of a placement may name rates, so client and contractor do not see them. */
const placement: Attachable = {
  who: { agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id'],
  closed: [],
}
/** A business is of no agency: the file is the business's that hangs it there, and its provider's. */
const business: Attachable = { ...placement, parties: ['provider_id'] }

/** A paper of a party, until a second person has checked it. */
const paper: Attachable = {
  who: { contractor: ['contractor'], agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id', 'contractor_id'],
  closed: ['completed', 'rejected', 'expired'],
}

/** A business's logo, added by its own admin or the provider's. */
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
  'platform.document': paper,
}

/** Roles that add files to any record. */
export const attachers = eitherOf(...Object.values(attachables).map(({ who }) => who))

/** May this viewer add files to a record in this status, and remove their own? */
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
