/** The timeline of a record: one list made of several sources, each read with the viewer's own rights. Pure. */

import type { Category, Role } from '#entity/access.ts'
import { labelOf } from '#entity/choices.ts'
import { client_placement_roles, client_work_roles, commission_roles } from '#entity/roles.ts'
import { listText, withinSentence } from '#kernel/list-text.ts'

export const timeline_kinds = [
  'activity',
  'mail',
  'message',
  'note',
  'file',
  'signature',
  'change_request',
] as const
export type TimelineKind = (typeof timeline_kinds)[number]

export const kind_words: Readonly<Record<TimelineKind, string>> = {
  activity: 'Activities',
  mail: 'Mails',
  message: 'Messages',
  note: 'Notes',
  file: 'Files',
  signature: 'Signatures',
  change_request: 'Change requests',
}

/** Steps of most records stand in other cards, so a timeline without activities says nothing about them. */
export function emptyText(kinds: readonly TimelineKind[], chosen: TimelineKind | null): string {
  const asked = chosen === null ? kinds : [chosen]
  if (asked.length === 0 || asked.includes('activity')) return 'Nothing has happened yet.'
  return `No ${listText(
    asked.map((kind) => withinSentence(kind_words[kind])),
    'or',
  )} yet.`
}

/** Roles that read a source; a category that is absent does not, 'all' reads it in every role. */
type Readers = Readonly<Partial<Record<Category, readonly Role[] | 'all'>>>

export interface TimelineSource {
  readonly kind: TimelineKind
  /** The root field of the data endpoint, whose rows `where` chooses for the record `$id`. */
  readonly root: string
  readonly where: string
  readonly fields: string
  readonly readers: Readers
}

const everybody: Readers = { agency: 'all', client: 'all', contractor: 'all', funder: 'all', provider: 'all' }
const step_fields = 'old_status new_status message comment user_name'

const steps = (root: string, column: string, readers: Readers, fields = step_fields): TimelineSource => ({
  kind: 'activity',
  root,
  where: `{ ${column}: { _eq: $id } }`,
  fields,
  readers,
})
const work: Readers = { ...everybody, client: client_work_roles }
const contract_steps = steps('contract_contract_activity', 'contract_id', {
  agency: commission_roles,
  provider: 'all',
})

/** The steps of a record's own life. Businesses keep none. */
const own_steps: Readonly<Record<string, TimelineSource>> = {
  'transaction.timesheet': steps('transaction_timesheet_activity', 'timesheet_id', work),
  'transaction.expense': steps('transaction_expense_activity', 'expense_id', work),
  'contract.temp_placement': contract_steps,
  'contract.perm_placement': contract_steps,
  'contract.sales_invoice': contract_steps,
  'contract.purchase_ledger': contract_steps,
  'contract.adhoc_fee': contract_steps,
}

/** The column by which change requests name the record. */
const request_columns: Readonly<Record<string, string>> = {
  'contract.temp_placement': 'contract_id',
  'contract.perm_placement': 'contract_id',
  'business.client': 'client_id',
  'business.contractor': 'contractor_id',
}

const hangs_on = (entity: string): string =>
  `{ parent_entity: { _eq: "${entity}" }, parent_id: { _eq: $id } }`

const senders: Readers = { agency: 'all', funder: 'all', provider: 'all' }

const delivery_fields = 'to status answer tries next_try_at'

const anywhere = (entity: string): readonly TimelineSource[] => [
  {
    kind: 'note',
    root: 'platform_note',
    where: hangs_on(entity),
    fields: 'text user_name',
    readers: everybody,
  },
  {
    kind: 'file',
    root: 'platform_attachment',
    where: hangs_on(entity),
    fields: 'file_name size_bytes',
    readers: everybody,
  },
  // Drafts show on the card of signatures alone: nobody is asked yet.
  {
    kind: 'signature',
    root: 'platform_document',
    where: `{ parent_entity: { _eq: "${entity}" }, parent_id: { _eq: $id }, sent_at: { _is_null: false } }`,
    fields: 'title status signers(order_by: [{ position: asc }, { id: asc }]) { name status party }',
    readers: everybody,
  },
  {
    kind: 'mail',
    root: 'log_mail',
    where: hangs_on(entity),
    fields: `subject ${delivery_fields}`,
    readers: everybody,
  },
  // Documents that the viewer's own business mailed; written mails show their deliveries themselves.
  {
    kind: 'mail',
    root: 'log_mail_delivery',
    where: `{ parent_entity: { _eq: "${entity}" }, parent_id: { _eq: $id }, communication_id: { _is_null: true } }`,
    fields: `subject ${delivery_fields}`,
    readers: senders,
  },
  // What the viewer's own business wrote; the mail log shows mail to the viewer alone.
  {
    kind: 'mail',
    root: 'platform_communication',
    where: hangs_on(entity),
    fields: `to cc subject text file_names user_name deliveries(order_by: [{ to: asc }]) { ${delivery_fields} }`,
    readers: senders,
  },
  {
    kind: 'message',
    root: 'platform_message',
    where: hangs_on(entity),
    fields: 'text contact_name status error user_name',
    readers: senders,
  },
]

const isRead = (
  { readers }: TimelineSource,
  viewer: { category: Category; roles: readonly Role[] },
): boolean => {
  const roles = readers[viewer.category]
  return roles === 'all' || (roles?.some((role) => viewer.roles.includes(role)) ?? false)
}

/** The sources of a record's timeline that the viewer reads. */
export function sourcesOf(
  entity: string,
  viewer: { readonly category: Category; readonly roles: readonly Role[] },
): readonly TimelineSource[] {
  const own = own_steps[entity]
  const column = request_columns[entity]
  const requests: readonly TimelineSource[] =
    column === undefined
      ? []
      : [
          {
            kind: 'change_request',
            root: 'request_change_request',
            where: `{ ${column}: { _eq: $id } }`,
            fields:
              'human_id status activities(order_by: [{ created_at: desc }, { id: desc }], limit: 1) { new_status comment }',
            readers: { ...everybody, client: client_placement_roles },
          },
        ]
  return [...(own ? [own] : []), ...anywhere(entity), ...requests].filter((one) => isRead(one, viewer))
}

/** One request; each source is one statement with a limit. */
export const timelineQuery = (sources: readonly TimelineSource[]): string =>
  `query timeline($id: uuid!, $limit: Int!) { ${sources
    .map(
      ({ root, where, fields }) =>
        `${root}(where: ${where}, order_by: [{ created_at: desc }, { id: desc }], limit: $limit) { id created_at ${fields} }`,
    )
    .join(' ')} }`

export interface TimelineItem {
  readonly kind: TimelineKind
  readonly id: string
  readonly created_at: string
}

/**
 * Newest first; equal moments in one order, so that the next page repeats and misses nothing. A mail that the viewer's
 * business sent to the viewer comes from two sources and shows once.
 */
export const merged = <I extends TimelineItem>(items: readonly I[]): I[] =>
  [...new Map(items.map((item) => [`${item.kind} ${item.id}`, item])).values()].toSorted((a, b) => {
    const [first, second] = [`${b.created_at} ${b.kind} ${b.id}`, `${a.created_at} ${a.kind} ${a.id}`]
    return first < second ? -1 : first > second ? 1 : 0
  })

type AskedSigner = Readonly<Record<'name' | 'status' | 'party', unknown>>

/** The state of a document for signature: the words of spec §4 wait for a client alone. */
export function signatureState(status: string, signers: readonly AskedSigner[]): string {
  if (status !== 'inprogress') return labelOf(status)
  const next = signers.find((one) => one.status === 'asked' || one.status === 'viewed')
  if (!next) return 'In progress'
  return next.party === 'client' ? labelOf('inprogress') : `Waiting for ${String(next.name)}`
}
