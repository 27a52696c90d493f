/** Finds in audit entries the records with tasks and notices to bring up to date. Pure. */

export interface FollowedEntry {
  readonly entity: string
  readonly entity_id: string
  readonly old_values?: Readonly<Record<string, unknown>> | undefined
  readonly new_values?: Readonly<Record<string, unknown>> | undefined
}

export type NoticeName =
  | 'work_approved'
  | 'document_issued'
  | 'documents_paid'
  | 'payslip_paid'
  | 'payslip_withdrawn'
  | 'client_linked'
  | 'agency_accepted'
  | 'agency_declined'

export interface Followed {
  /** Ids by the entity of their tasks. */
  readonly records: ReadonlyMap<string, readonly string[]>
  readonly contacts: readonly string[]
  /** Users with a changed right to act, in all businesses. */
  readonly users: readonly string[]
  /** Ids by the notice that a step gives: of work, of an invoice set, of a batch, of a payslip, of a link. */
  readonly notices: ReadonlyMap<NoticeName, readonly string[]>
}

/** Steps of a placement are audited under the name of its table, too. */
const same_entities: Readonly<Record<string, readonly string[]>> = {
  'contract.contract': ['contract.temp_placement', 'contract.perm_placement'],
}

const work: ReadonlySet<string> = new Set(['transaction.timesheet', 'transaction.expense'])

/** An invoice has a task by its dispute alone; other steps of invoices come by the thousand. */
const concernsTasks = ({ entity, new_values = {} }: FollowedEntry): boolean =>
  entity !== 'transaction.invoice' || 'is_disputed' in new_values || 'owner' in new_values

/** Fields of a contact that decide on its tasks. */
const contact_fields = ['roles', 'is_active', 'user_id', 'joined_at', 'deleted_at', 'state'] as const

function noticeOf({ entity, entity_id, old_values, new_values }: FollowedEntry): [NoticeName, string] | null {
  const status = new_values?.status
  if (work.has(entity) && old_values?.status === 'submitted' && status === 'approved')
    return ['work_approved', entity_id]
  if (entity === 'payment.payment_batch' && status === 'completed') return ['documents_paid', entity_id]
  if (entity === 'transaction.payslip' && status === 'paid') return ['payslip_paid', entity_id]
  if (entity === 'transaction.payslip' && typeof new_values?.withdrawn === 'string')
    return ['payslip_withdrawn', entity_id]
  if (entity === 'business.service' && new_values?.type === 'client-agency' && 'client_id' in new_values)
    return ['client_linked', entity_id]
  if (entity === 'business.service' && new_values?.type === 'contractor-agency')
    return ['agency_accepted', entity_id]
  if (entity === 'request.draft_request' && typeof new_values?.declined === 'string')
    return ['agency_declined', entity_id]
  return null
}

/** The documents of work that was just raised. */
function issuedOf({ entity, new_values }: FollowedEntry): string | null {
  const set_id = new_values?.invoice_set_id
  return work.has(entity) && typeof set_id === 'string' ? set_id : null
}

export function followedOf(
  entries: readonly FollowedEntry[],
  followed_entities: ReadonlySet<string>,
): Followed {
  const records = new Map<string, Set<string>>()
  const notices = new Map<NoticeName, Set<string>>()
  const contacts = new Set<string>()
  const users = new Set<string>()
  const add = <K>(to: Map<K, Set<string>>, key: K, id: string) => {
    const ids = to.get(key) ?? new Set()
    to.set(key, ids.add(id))
  }
  for (const entry of entries) {
    const { entity, new_values = {} } = entry
    for (const followed of same_entities[entity] ?? [entity])
      if (followed_entities.has(followed) && concernsTasks(entry)) add(records, followed, entry.entity_id)
    if (entity === 'business.business_contact' && contact_fields.some((field) => field in new_values))
      contacts.add(entry.entity_id)
    // An accepted invitation makes the contact a person who can act.
    if (entity === 'log.unconfirmed_user' && typeof new_values.business_contact_id === 'string')
      contacts.add(new_values.business_contact_id)
    // A colleague begins or ends to stand in.
    if (entity === 'platform.delegation' && typeof new_values.to_contact_id === 'string')
      contacts.add(new_values.to_contact_id)
    if (entity === 'platform.user' && 'is_active' in new_values) users.add(entry.entity_id)
    const notice = noticeOf(entry)
    if (notice) add(notices, ...notice)
    const set_id = issuedOf(entry)
    if (set_id !== null) add(notices, 'document_issued', set_id)
  }
  const listed = <K>(from: Map<K, Set<string>>) => new Map([...from].map(([key, ids]) => [key, [...ids]]))
  return { records: listed(records), contacts: [...contacts], users: [...users], notices: listed(notices) }
}
