/** The demo world while it is being made: who is who, what the time is, and the one way to do something in it. */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { type FixedClock, fixedClock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import type { Database } from '#server/database.ts'
import { performLater, type Said, writeSaid } from '#server/perform.server.ts'
import { inTransaction, keepStatements } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { type Draw, drawFrom } from './draw.ts'
import { londonTime } from './london-time.ts'

/** A placement of the cast, as far as its timesheets need it. */
export type DemoPlacement = {
  readonly id: string
  readonly contractor: string
  readonly standard_group: string
  readonly overtime_group: string | null
}

export type World = {
  readonly database: Pick<Database, 'transaction' | 'owner'>
  readonly clock: FixedClock
  readonly draw: Draw
  /** Ids of businesses by key. */
  readonly businesses: Map<string, string>
  /** Ids of contacts by the person's key. */
  readonly contacts: Map<string, string>
  /** Claims of each person, read once: nobody's roles change while the world is made. */
  readonly viewers: Map<string, Viewer>
  /** By contract id. */
  readonly placements: Map<string, DemoPlacement>
  /** Ids of timesheets that were sent back once. */
  readonly sent_back: Set<string>
  /** Ids of invoices that were disputed once. */
  readonly disputed: Set<string>
  /** Ids of invoices whose money has come in and is not matched yet: nobody pays them again. */
  readonly in_transit: Set<string>
  /** Ids of the accounts clients pay into, by principal's key and currency: `tideway GBP`. */
  readonly trust_accounts: Map<string, string>
}

export type Stage = {
  readonly tx: Tx
  readonly clock: FixedClock
  /** Does what the person may do, by the product's own verb; the next step is a second later. */
  readonly act: <O>(person: string, action_id: string, input: unknown) => Promise<O>
  /** Writes what the steps so far said to audit and to send; at the end of the transaction it is done anyway. */
  readonly tell: () => Promise<void>
}

/** Before anybody is there, on the morning of a day. */
export function emptyWorld(database: World['database'], seed: number, from: Day): World {
  return {
    database,
    clock: fixedClock(londonTime(from, '09:00')),
    draw: drawFrom(seed),
    businesses: new Map(),
    contacts: new Map(),
    viewers: new Map(),
    placements: new Map(),
    sent_back: new Set(),
    disputed: new Set(),
    in_transit: new Set(),
    trust_accounts: new Map(),
  }
}

export function businessId(world: World, key: string): string {
  return present(world.businesses.get(key), `the business ${key}`)
}

export function contactId(world: World, person: string): string {
  return present(world.contacts.get(person), `the contact ${person}`)
}

/** The placement of a contractor; absent where a short world has none of it. */
export function placementIn(world: World, contractor: string): string | undefined {
  return [...world.placements.values()].find((one) => one.contractor === contractor)?.id
}

/** Several steps in one transaction: a year of single commits would spend its time waiting for the disk. */
export function onStage<T>(
  world: World,
  work: (stage: Stage) => Promise<T>,
  clock: FixedClock = world.clock,
): Promise<T> {
  return inTransaction(world.database, async (tx) => {
    // The same few hundred statements come again every week.
    keepStatements(tx)
    const said: Said[] = []
    const tell = () => tellAll(tx, said.splice(0))
    const act: Stage['act'] = async <O>(person: string, action_id: string, input: unknown) => {
      const viewer = await viewerOf(world, tx, person)
      const done = await performLater({ tx, clock }, viewer, action_id, input)
      said.push(done.said)
      clock.advance({ seconds: 1 })
      return done.answer as O // What the verb named by the action id answers with; its caller here names it.
    }
    const result = await work({ tx, clock, act, tell })
    await tell()
    return result
  })
}

/** Each business's part into its own log, in the order of the steps. */
async function tellAll(tx: Tx, said: readonly Said[]): Promise<void> {
  const parts = Map.groupBy(said, ({ origin }) => origin.viewer.business_id)
  for (const part of parts.values()) await writeSaid(tx, part)
}

/** The claims of a person, as a session of his would have them. */
export async function viewerOf(world: World, tx: Tx, person: string): Promise<Viewer> {
  const known = world.viewers.get(person)
  if (known) return known
  const viewer = present(
    await readViewerOfContact(tx, contactId(world, person)),
    `${person} as somebody who may act`,
  )
  world.viewers.set(person, viewer)
  return viewer
}
