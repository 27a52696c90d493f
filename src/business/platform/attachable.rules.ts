/** Records that take files, the roles that add them, and the parties that see them (spec §2, Upload control). */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { client_facing_types } from '../shared/invoice-types.rules.ts'
import { agency_writers, eitherOf, isOneOf, provider_staff } from '../shared/who-may.rules.ts'
import { signature_types } from './signature-types.rules.ts'

/** Parties that a file is shown to by a tick under `Share with`. */
export const share_parties = ['client', 'contractor', 'funder'] as const
export type ShareParty = (typeof share_parties)[number]

interface Share {
  /** The column of the record that names the party; absent: `{party}_id`. */
  readonly column?: 'id'
  /** Types of the record that the party reads; absent: all. */
  readonly types?: readonly string[]
}

export interface Attachable {
  readonly who: WhoMay
  /** Party columns of the record whose parties see the file. */
  readonly parties: readonly ('provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id')[]
  /** Statuses that close the record's evidence. */
  readonly closed: readonly string[]
  /** Parties of the record that a file can be shared with; who cannot read the record is offered none. */
  readonly shares?: Readonly<Partial<Record<ShareParty, Share>>>
  /** Types of the record that take files; absent: all. */
  readonly types?: readonly string[]
  /** Types of the record that take none. */
  readonly not_types?: readonly string[]
  /** The record has no status: it is never closed. */
  readonly has_status?: false
  /** Once there they stay: documents that were issued are printed with them. */
  readonly kept?: true
}

const work: Attachable = {
  who: { contractor: ['contractor'], agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id'],
  closed: ['approved', 'suspense', 'cancelled'],
}
/** An agency's files of a placement may name rates, so client and contractor see those that are shared with them. */
const placement: Attachable = {
  who: { agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id'],
  closed: [],
  shares: { client: {}, contractor: {}, funder: {} },
}
/** A business is of no agency: the file is the business's that hangs it there, and its provider's. */
const business: Attachable = { ...placement, parties: ['provider_id'], shares: {} }

/** Earnings, fees and on-costs are read by some roles alone, so they take no files. */
const invoice: Attachable = {
  ...placement,
  types: [...client_facing_types, 'contractor-agency'],
  shares: {
    client: { types: client_facing_types },
    contractor: { types: ['contractor-agency'] },
    funder: { types: ['provider-client', 'agency-client'] },
  },
}

/** A paper of a party, until a second person has checked it. A file for signature is never exchanged. */
const paper: Attachable = {
  who: { contractor: ['contractor'], agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id', 'contractor_id'],
  closed: ['completed', 'rejected', 'expired'],
  not_types: signature_types,
}

/** A statement on the IR35 status, until a second person has checked it. The contractor must get it. */
const determination: Attachable = {
  who: { client: ['hiring_manager'], agency: agency_writers, provider: provider_staff },
  parties: ['provider_id', 'agency_id', 'client_id', 'contractor_id'],
  closed: ['completed', 'rejected', 'withdrawn'],
}

/** A business's logo, added by its own admin or the provider's. */
const own_business: Attachable = {
  who: { agency: ['agency_admin'], funder: ['funder_admin'], provider: ['provider_admin'] },
  parties: ['provider_id'],
  closed: [],
  kept: true,
}

/** Papers of a new party, until it is submitted: then they are its documents. A draft is its own business's. */
const draft: Attachable = {
  who: { agency: agency_writers, provider: provider_staff },
  parties: [],
  closed: ['submitted', 'approved', 'onboarded'],
}

export const attachables: Readonly<Record<string, Attachable>> = {
  'transaction.timesheet': work,
  'transaction.expense': work,
  'contract.temp_placement': placement,
  'contract.perm_placement': { ...placement, shares: { client: {}, funder: {} } },
  'contract.status_determination': determination,
  'request.change_request': { ...placement, shares: { client: {}, contractor: {} } },
  'transaction.invoice': invoice,
  // The provider's own papers of a receipt or payment, and an agency's.
  'transaction.payment_receipt_summary': {
    ...business,
    shares: {
      client: { types: ['receipt'] },
      contractor: { types: ['payment'] },
      funder: { types: ['receipt'] },
    },
  },
  // A funder's limits are its own; a client reads none.
  'business.credit_limit': {
    who: { funder: ['funder_admin'], provider: provider_staff },
    parties: [],
    closed: [],
    has_status: false,
  },
  'business.agency': own_business,
  'business.client': { ...business, shares: { client: { column: 'id' } } },
  'business.funder': own_business,
  'business.provider': own_business,
  'business.contractor': { ...business, shares: { contractor: { column: 'id' } } },
  'business.limited': business,
  'business.umbrella': business,
  'business.selfemployed': business,
  'business.payer': business,
  'platform.document': paper,
  'request.draft_request': draft,
}

/** Roles that add files to any record. */
export const attachers = eitherOf(...Object.values(attachables).map(({ who }) => who))

/** The facts of a record that decide about its files. */
export interface FilesFacts {
  readonly status?: string | null
  readonly type?: string | null
}

const hasType = (types: readonly string[] | undefined, type: string | null | undefined): boolean =>
  types === undefined || types.includes(type ?? '')

/** Does a record in this state take files? */
export const isOpenForFiles = (rule: Attachable, { status, type }: FilesFacts): boolean =>
  hasType(rule.types, type) && !rule.not_types?.includes(type ?? '') && !rule.closed.includes(status ?? '')

/** May this viewer add files to such a record, and remove their own? */
export function takesFiles(
  parent_entity: string,
  facts: FilesFacts,
  viewer: Pick<Viewer, 'category' | 'roles'>,
): boolean {
  const rule = Object.hasOwn(attachables, parent_entity) ? attachables[parent_entity] : undefined
  return rule !== undefined && isOneOf(viewer, rule.who) && isOpenForFiles(rule, facts)
}

/** Columns of the record that a rule reads besides its parties. */
export const factColumns = (rule: Attachable): readonly string[] => {
  const shares = Object.values(rule.shares ?? {})
  const has_types =
    rule.types !== undefined ||
    rule.not_types !== undefined ||
    shares.some(({ types }) => types !== undefined)
  return [...(rule.has_status === false ? [] : ['status']), ...(has_types ? ['type'] : [])]
}

type ShareColumns = FilesFacts & Readonly<Partial<Record<string, string | null>>>

/** The business of each party that a file of this record can be shared with. */
export function sharesOf(rule: Attachable, parent: ShareColumns): Partial<Record<ShareParty, string>> {
  const found = share_parties.flatMap((party) => {
    const share = rule.shares?.[party]
    if (!share || !hasType(share.types, parent.type)) return []
    const id = parent[share.column ?? `${party}_id`]
    return id ? [[party, id] as const] : []
  })
  return Object.fromEntries(found)
}

/** Columns that name those parties. */
export const shareColumns = (rule: Attachable): readonly string[] =>
  share_parties.flatMap((party) => {
    const share = rule.shares?.[party]
    return share ? [share.column ?? `${party}_id`] : []
  })

export const files_max = 50
export const business_bytes_max = 5 * 1024 * 1024 * 1024
