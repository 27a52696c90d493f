/**
 * What the unmodified clients sent and were answered, kept in `recorded/`. The nightly run makes it with the clients
 * themselves; `npm test` sends it again, so that every commit is held to it without 170 MB of packages. Ids differ from
 * run to run: in a recording each stands as `uuid-1`, `uuid-2` … in the order it was first seen.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Exchange } from './stage.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const MARK = /uuid-\d+/g

type ClientName = 'ra-data-hasura' | 'refine-hasura'

const fileOf = (name: ClientName) => fileURLToPath(new URL(`recorded/${name}.json`, import.meta.url))

/** Half a megabyte of schema is not kept: only that there was one. */
function short({ request, answer }: Exchange): Exchange {
  const isIntrospection = JSON.stringify(answer).startsWith('{"data":{"__schema"')
  return isIntrospection ? { request, answer: 'a schema' } : { request, answer }
}

/** Exchanges with marks for ids. `first` are ids that are known before anything is sent. */
export function marked(exchanges: readonly Exchange[], first: readonly string[]): Exchange[] {
  const marks = new Map<string, string>()
  const mark = (id: string) => {
    const known = marks.get(id) ?? `uuid-${marks.size + 1}`
    marks.set(id, known)
    return known
  }
  for (const id of first) mark(id)
  return JSON.parse(JSON.stringify(exchanges.map(short)).replace(UUID, mark)) as Exchange[] // As they were, but for ids.
}

export function readRecording(name: ClientName): Exchange[] {
  return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Exchange[] // Written by keepRecording.
}

export function keepRecording(name: ClientName, exchanges: readonly Exchange[]): void {
  writeFileSync(fileOf(name), `${JSON.stringify(exchanges, null, 2)}\n`)
}

/** Learns the ids that stand for marks by laying an answer beside the recorded one. */
function learn(recorded: unknown, seen: unknown, ids: Map<string, string>): void {
  if (typeof recorded === 'string' && typeof seen === 'string') {
    if (recorded.match(MARK)?.[0] === recorded && !ids.has(recorded)) ids.set(recorded, seen)
  } else if (typeof recorded === 'object' && recorded !== null && typeof seen === 'object' && seen !== null) {
    const there = seen as Record<string, unknown> // An object or a list: both are read by key.
    for (const [key, value] of Object.entries(recorded)) learn(value, there[key], ids)
  }
}

const filled = (value: unknown, ids: ReadonlyMap<string, string>): unknown =>
  JSON.parse(JSON.stringify(value).replace(MARK, (mark) => ids.get(mark) ?? mark))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(sorted).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sorted(one)]))
}

/** Rows come by key where neither an order nor the objects of an insert decide, and keys differ from run to run. */
const comparable = (request: unknown, answer: unknown): unknown =>
  /order_by|insert_/.test(JSON.stringify(request)) ? answer : sorted(answer)

/** Sends a recording again. @returns each answer beside the recorded one, its ids filled in */
export async function replay(
  recording: readonly Exchange[],
  first: readonly string[],
  send: (request: unknown) => Promise<unknown>,
): Promise<{ request: unknown; expected: unknown; answer: unknown }[]> {
  const ids = new Map(first.map((id, n) => [`uuid-${n + 1}`, id]))
  const seen: { request: unknown; expected: unknown; answer: unknown }[] = []
  for (const exchange of recording) {
    const request = filled(exchange.request, ids)
    const answer = await send(request)
    learn(exchange.answer, answer, ids)
    const [is] = [short({ request, answer })]
    seen.push({
      request,
      expected: comparable(request, filled(exchange.answer, ids)),
      answer: comparable(request, is.answer),
    })
  }
  return seen
}
