/** Every server must answer the same, each in its own dialect, or nothing is compared. */
import { LIST_QUERY, type ListCase, variablesOf } from './list.ts'
import { type Asked, caseOf, openSocket, randomFrom, roundTrip } from './load.ts'
import { askPeer } from './peers.ts'
import { isPeer, type Kind, type Running } from './servers.ts'
import { AGENCIES } from './world.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export function askedOf(kind: Kind, one: ListCase): Asked {
  if (isPeer(kind)) return askPeer(kind, one)
  return { agency: one.agency, body: JSON.stringify({ query: LIST_QUERY, variables: variablesOf(one) }) }
}

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Numbers and moments in one spelling: a peer gives amounts and counts as text. */
function leaf(value: null | boolean | number | string): Json {
  if (typeof value !== 'string') return value
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  return /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value
}

/** `{aggregate: {count}}` and `{nodes}` are wrappings of their dialects; keys are snake_case. */
export function plain(value: Json): Json {
  if (value === null || typeof value !== 'object') return leaf(value)
  if (Array.isArray(value)) return value.map(plain)
  const object = value as { readonly [key: string]: Json } // Neither null nor a list: see above.
  if (object.aggregate) return plain((object.aggregate as { count: Json }).count) // The query's own shape.
  if (object.nodes) return plain(object.nodes)
  return Object.fromEntries(Object.entries(object).map(([key, one]) => [snake(key), plain(one)]))
}

const dataOf = (body: string): string => JSON.stringify(plain((JSON.parse(body) as { data: Json }).data)) // As load.ts requires.

/** Asks all servers 50 different requests. @throws when two answers differ */
export async function requireEqualAnswers(servers: readonly Running[]): Promise<void> {
  const sockets = await Promise.all(servers.map(({ port }) => openSocket(port)))
  const random = randomFrom(7)
  for (let n = 0; n < 50; n += 1) {
    const one = caseOf(random, AGENCIES)
    const bodies = await Promise.all(
      sockets.map((socket, at) => roundTrip(socket, askedOf(servers[at]?.kind ?? 'hand', one))),
    )
    if (new Set(bodies.map(dataOf)).size !== 1)
      throw new Error(`The servers answer differently: ${bodies.join('\n')}`)
  }
  for (const socket of sockets) socket.destroy()
}
