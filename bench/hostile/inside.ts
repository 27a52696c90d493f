/**
 * What a refusal costs the server itself: its own processor time for one request after the other, in this process, from
 * the bytes of the body to the answer. Whatever else the machine is at does not count.
 */
import { isUtf8 } from 'node:buffer'
import { DataEndpoint, type DataRequest } from '#data/execute.server.ts'
import { LIMITS } from '#data/limits.ts'
import { isJsonDeeper } from '#data/nesting.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase } from '#server/database.ts'
import { test_keys } from '#test/books-key.ts'
import type { Shot } from '../../test/data/fuzz/hostile.ts'
import { adminOf } from '../data/viewer.ts'
import { ROLE_PREFIX } from '../ground.ts'

export interface Cost {
  readonly kind: string
  readonly cpu_ms: number
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The body as the route reads it; null where it is refused unread. */
function bodyOf({ body }: Shot): DataRequest | null {
  if (body.length > LIMITS.body_bytes || !isUtf8(body) || isJsonDeeper(body, LIMITS.nesting)) return null
  try {
    const read: unknown = JSON.parse(body.toString())
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as DataRequest) : null // Its keys are checked by the endpoint.
  } catch {
    return null
  }
}

/** @returns what each refused request cost, warm */
export async function costsInside(url: string, roleSecret: string, shots: readonly Shot[]): Promise<Cost[]> {
  const database = openDatabase({
    url,
    readUrl: null,
    rolePrefix: ROLE_PREFIX,
    roleSecret,
    poolSize: 4,
    booksKeys: test_keys,
  })
  try {
    const endpoint = new DataEndpoint({ database, clock: systemClock })
    const viewer = adminOf(2)
    await endpoint.ready()
    const costs: Cost[] = []
    const half = Math.floor(shots.length / 2)
    // The first half warms up: types are made when they are first asked for, code is compiled when it is hot.
    for (const [n, one] of shots.entries()) {
      const from = processorMs()
      const request = bodyOf(one)
      const answer = request ? await endpoint.execute(viewer, request) : '{"errors"'
      const cpu_ms = processorMs() - from
      if (n >= half && !one.drop && answer.startsWith('{"errors"')) costs.push({ kind: one.kind, cpu_ms })
    }
    return costs
  } finally {
    await database.close()
  }
}
