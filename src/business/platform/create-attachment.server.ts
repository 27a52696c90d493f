import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid, notFound, precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import {
  type Attachable,
  attachables,
  attachers,
  business_bytes_max,
  factColumns,
  files_max,
  isOpenForFiles,
  type ShareParty,
  share_parties,
  shareColumns,
  sharesOf,
} from './attachable.rules.ts'
import { attachment } from './file.entity.ts'

export const shareInput = z.array(z.enum(share_parties)).max(share_parties.length)

const input = z.strictObject({
  parent_entity: z.string().max(100),
  parent_id: z.uuid(),
  file_name: z.string().min(1).max(200),
  file_url: z.string(),
  content_type: z.string(),
  sha256: z.string(),
  size_bytes: z.number().int(),
  /** Parties of the record that see the file besides. */
  share_with: shareInput.optional(),
})
type Input = z.infer<typeof input>

type Parent = Readonly<Record<string, string | null>>

/** The record a file hangs on, as its viewer sees it. @throws not_found, not_allowed, precondition when it is closed */
export async function openParent(
  { tx, viewer }: VerbContext,
  parent_entity: string,
  parent_id: string,
): Promise<{ readonly rule: Attachable; readonly parent: Parent }> {
  const rule = Object.hasOwn(attachables, parent_entity) ? attachables[parent_entity] : undefined
  if (!rule) throw notFound('Record')
  const names = new Set(['id', ...factColumns(rule), ...rule.parties, ...shareColumns(rule)])
  const columns = [...names].map((name) => `t.${name}`).join(', ')
  const [parent] = await loadVisible<Parent>(tx, viewer, parent_entity, [parent_id], {
    columns,
    // A record that closes meanwhile is closed.
    lock: rule.closed.length > 0,
  })
  if (!parent) throw notFound('Record')
  requireOneOf(viewer, rule.who)
  if (!isOpenForFiles(rule, parent)) throw precondition('The files of this record are closed')
  return { rule, parent }
}

/**
 * The businesses of the named parties, by their columns of the file.
 * @throws invalid for a party that the record does not have
 */
export function sharedWith(
  rule: Attachable,
  parent: Parent,
  share_with: readonly ShareParty[],
): Readonly<Partial<Record<string, string>>> {
  const shares = sharesOf(rule, parent)
  const strange = share_with.find((party) => shares[party] === undefined)
  if (strange) throw invalid({ share_with: `This record is not shared with a ${strange}` })
  return Object.fromEntries(share_with.map((party) => [`${party}_id`, shares[party]]))
}

/**
 * Attaches a stored file to a record. Reached through uploads only: naming stored files here would expose other
 * people's.
 */
export const createAttachment = verb({
  action_id: 'platform.attachment.create',
  since: '0.1.0',
  summary: 'Attaches an uploaded file to a record',
  machine: 'allowed',
  impersonator: 'allowed',
  who: attachers,
  input,
  output: z.strictObject({ id: z.uuid(), file_name: z.string(), path: z.string() }),
  run: attachFile,
})

/** Hangs a stored file on a record that the viewer sees. @throws not_found, not_allowed, precondition, invalid */
export async function attachFile(
  context: VerbContext,
  file: Input,
): Promise<{ id: string; file_name: string; path: string }> {
  const { tx, viewer, clock } = context
  const { rule, parent } = await openParent(context, file.parent_entity, file.parent_id)
  // Two files of one name at once get two names.
  await lockKey(tx, 'files', file.parent_id)
  const file_name = await freeName(context, file)
  const id = newUuid(clock)
  const shared = sharedWith(rule, parent, file.share_with ?? [])
  const party = (name: Attachable['parties'][number]) =>
    (rule.parties.includes(name) ? parent[name] : shared[name]) ?? null
  const agency_id = viewer.category === 'agency' ? viewer.business_id : party('agency_id')
  // Of a business itself no row names a provider or a funder: it is the one that hangs the file there.
  const own = (category: string) => (viewer.category === category ? viewer.business_id : null)
  await insertRow(tx, attachment, {
    id,
    business_id: viewer.business_id,
    parent_entity: file.parent_entity,
    parent_id: file.parent_id,
    file_name,
    file_url: file.file_url,
    content_type: file.content_type,
    size_bytes: file.size_bytes,
    sha256: file.sha256,
    created_by: viewer.user_id,
    provider_id: party('provider_id') ?? own('provider'),
    agency_id,
    client_id: party('client_id'),
    contractor_id: party('contractor_id'),
    funder_id: party('funder_id') ?? own('funder'),
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'platform.attachment',
    entity_id: id,
    new_values: {
      parent_entity: file.parent_entity,
      parent_id: file.parent_id,
      file_name,
      sha256: file.sha256,
      ...shared,
    },
  })
  return { id, file_name, path: `${file.parent_id}/${file_name}` }
}

/** The name, or the next that is free: `sheet (2).pdf`. @throws invalid when the record or the business is full */
async function freeName({ tx, viewer }: VerbContext, file: Input): Promise<string> {
  const there = await tx.rows<{ file_name: string }>(
    'select file_name from platform.attachment where parent_entity = $1 and parent_id = $2 and deleted_at is null',
    [file.parent_entity, file.parent_id],
  )
  if (there.length >= files_max) throw invalid({ file: `A record has at most ${files_max} files` })
  const [used] = await tx.rows<{ bytes: string | number | null }>(
    'select sum(size_bytes)::bigint as bytes from platform.attachment where business_id = $1 and deleted_at is null',
    [viewer.business_id],
  )
  if (Number(used?.bytes ?? 0) + file.size_bytes > business_bytes_max)
    throw invalid({ file: 'There is no room left for files of your business' })
  const names = new Set(there.map(({ file_name }) => file_name.toLowerCase()))
  const [, stem = file.file_name, ending = ''] = /^(.*?)(\.[^.]+)?$/s.exec(file.file_name) ?? []
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? file.file_name : `${stem} (${number})${ending}`
    if (!names.has(name.toLowerCase())) return name
  }
}
