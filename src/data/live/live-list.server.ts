/**
 * A list fetch (spec §7.3) as a live query: the answer of POST /api/permission/query, again on each difference. Its
 * records also have the id and timestamps of spec §7.2.
 */
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { type Catalog, readableFields } from '../catalog.ts'
import type { DataRequest } from '../execute.server.ts'
import { DataFault } from '../fault.ts'
import { type ListFetch, list_fetch, listOf, listRequestOf } from '../list-fetch.server.ts'

interface LiveList {
  readonly request: DataRequest
  /** The endpoint's answer as a list: zeros and an empty one with the reason, where there is none. */
  readonly answer: (body: string) => string
}

const ADDED = ['id', 'created_at', 'updated_at'] as const

/** The protocol carries it as an extension; its query is empty. */
const payload_of_list = z.strictObject({
  query: z.literal(''),
  extensions: z.strictObject({ list: list_fetch }),
})

const isList = (payload: object): boolean =>
  'extensions' in payload &&
  typeof payload.extensions === 'object' &&
  payload.extensions !== null &&
  Object.hasOwn(payload.extensions, 'list')

function withAdded(catalog: Catalog, viewer: Viewer, list: ListFetch): ListFetch {
  const source = catalog.byPath.get(`${list.module}.${list.entity}`)
  const readable = source ? readableFields(source, viewer) : []
  const added = ADDED.filter((name) => readable.includes(name))
  return { ...list, fields: [...new Set([...(list.fields ?? []), ...added])] }
}

/** @returns null where the payload is no list but a document. @throws where it is a list that cannot be read */
export function liveListOf(catalog: Catalog, viewer: Viewer, payload: object): LiveList | null {
  if (!isList(payload)) return null
  const parsed = payload_of_list.safeParse(payload)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new DataFault('validation-failed', `the list cannot be read: ${path}`, `$.${path}`)
  }
  const list = withAdded(catalog, viewer, parsed.data.extensions.list)
  return {
    request: listRequestOf(catalog, viewer, list, 'subscription'),
    answer: (body) => JSON.stringify({ data: listOf(body, list) }),
  }
}
