/** The demo world in the making: its people, its clock, and the one way to run a step. */
import { createAttachment } from '#business/platform/create-attachment.server.ts'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { type FixedClock, fixedClock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import { londonTime } from '#kernel/london-time.ts'
import type { Database } from '#server/database.ts'
import { type Deferred, performLater, writeDeferred } from '#server/perform.server.ts'
import type { Files } from '#server/storage.server.ts'
import { inTransaction, keepStatements } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { type Draw, drawFrom } from './draw.ts'

/** Files are attached by uploads alone, which a demo does without. */
const demo_verbs = new Map([...verbs, [createAttachment.action_id, createAttachment]])

/** A placement of the cast, with the facts its timesheets need. */
export type DemoPlacement = {
  readonly id: string
  readonly contractor: string
  readonly standard_group: string
  readonly overtime_group: string | null
}

/** Where the files of the world go; absent in worlds for tests, which keep the rows of files alone. */
export type FileStore = Pick<Files, 'put'>

export type World = {
  readonly database: Pick<Database, 'transaction' | 'owner'>
  readonly files: FileStore | null
  readonly clock: FixedClock
  readonly draw: Draw
  /** Ids of businesses by key. */
  readonly businesses: Map<string, string>
  /** Ids of contacts by the person's key. */
  readonly contacts: Map<string, string>
  /** Claims by person, read once: no roles change while the world is made. */
  readonly viewers: Map<string, Viewer>
  /** By contract id. */
  readonly placements: Map<string, DemoPlacement>
  /** Ids of timesheets that were sent back once. */
  readonly sent_back: Set<string>
  /** Ids of invoices that were disputed once. */
  readonly disputed: Set<string>
  /** Ids of invoices with unmatched receipts: not paid again. */
  readonly in_transit: Set<string>
  /** Ids of trust accounts, by principal's key and currency: `tideway GBP`. */
  readonly trust_accounts: Map<string, string>
}

export type Stage = {
  readonly tx: Tx
  readonly clock: FixedClock
  /** Runs a verb as this person; the next step is a second later. */
  readonly act: <O>(person: string, action_id: string, input: unknown) => Promise<O>
  /** Writes the deferred audit and outbox rows of the steps so far; the end of the transaction does it anyway. */
  readonly tell: () => Promise<void>
}

/** A world without people, on the morning of a day. */
export function emptyWorld(
  database: World['database'],
  seed: number,
  from: Day,
  files: FileStore | null = null,
): World {
  return {
    database,
    files,
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

/** The placement of a contractor; absent in a short world. */
export function placementIn(world: World, contractor: string): string | undefined {
  return [...world.placements.values()].find((one) => one.contractor === contractor)?.id
}

/** Several steps in one transaction: a year of single commits would wait for the disk. */
export function onStage<T>(
  world: World,
  work: (stage: Stage) => Promise<T>,
  clock: FixedClock = world.clock,
): Promise<T> {
  return inTransaction(world.database, async (tx) => {
    // The same few hundred statements repeat every week.
    keepStatements(tx)
    const deferred: Deferred[] = []
    const tell = () => tellAll(tx, deferred.splice(0))
    const act: Stage['act'] = async <O>(person: string, action_id: string, input: unknown) => {
      const viewer = await viewerOf(world, tx, person)
      const done = await performLater({ tx, clock, verbs: demo_verbs }, viewer, action_id, input)
      deferred.push(done.deferred)
      clock.advance({ seconds: 1 })
      return done.answer as O // The caller names the answer type of the verb.
    }
    const result = await work({ tx, clock, act, tell })
    await tell()
    return result
  })
}

/** Writes each business's rows to its own log, in the order of the steps. */
async function tellAll(tx: Tx, deferred: readonly Deferred[]): Promise<void> {
  const parts = Map.groupBy(deferred, ({ origin }) => origin.viewer.business_id)
  for (const part of parts.values()) await writeDeferred(tx, part)
}

/** The claims of a person, as in their session. */
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
