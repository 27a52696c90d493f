/** One round: two calls at once, and the results that no order of the two explains. */
import { hash } from 'node:crypto'
import type pg from 'pg'
import { isStintError } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import type { TestDatabase } from '../database.ts'
import { type Rows, saidOf, serially, type Trying } from './serial.ts'
import type { Call, Hold, Servers } from './two-servers.ts'

export type Round = {
  /** Whether each can be done about the other's records at all. */
  readonly met: boolean
  readonly both_done: boolean
  readonly faults: readonly string[]
}

/** Two calls; `sweeps` where one takes whatever it finds, and may leave to the next time what the other just writes, and nothing else. */
export type Meeting = { readonly first: Call; readonly second: Call; readonly sweeps: boolean }

export type Playing = Trying & { readonly database: TestDatabase; readonly servers: Servers }

const isDone = (one: string | undefined) => one === 'done'
const flags = (said: readonly string[]) => said.map(isDone).join()
/** One gives way to the other with a refusal. */
const gaveWay = (one: string | undefined) => one?.startsWith('conflict') ?? false

/** Every table is read after each round, so the statement is planned once a connection. */
const ownerTx = (owner: pg.Pool): Pick<Tx, 'rows'> => ({
  rows: async <R>(text: string, params: readonly unknown[] = []) =>
    (await owner.query({ name: hash('sha1', text), text, values: [...params] })).rows as R[], // As its caller says.
})

export async function playRound(
  playing: Playing,
  { first, second, sweeps }: Meeting,
  hold: Hold,
): Promise<Round> {
  const forth = await serially(playing, first, second)
  const back = first === second ? forth : await serially(playing, second, first)
  const [one, after] = forth.said
  const [other, before] = back.said
  const meets = [one, before].some(isDone) && [other, after].some(isDone)
  if (!meets) return { met: false, both_done: false, faults: [] }

  const owner = ownerTx(playing.database.owner)
  const since = await playing.watch.mark(owner)
  const outcomes = await playing.servers.beside(first, second, hold)
  const faults: string[] = []
  const said = outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done'
    if (isStintError(outcome.reason)) return saidOf(outcome.reason)
    faults.push(`${first.action_id} beside ${second.action_id}, ${hold}: ${String(outcome.reason)}`)
    return 'error'
  })
  const written = await playing.watch.written(owner, since)

  const explained: { said: string; rows: Rows }[] = [
    { said: flags(forth.said), rows: forth.after_both },
    { said: flags([back.said[1], back.said[0]]), rows: back.after_both },
  ]
  if (isDone(said[0]) && gaveWay(said[1])) explained.push({ said: 'true,false', rows: forth.after_first })
  if (isDone(said[1]) && gaveWay(said[0])) explained.push({ said: 'false,true', rows: back.after_first })
  const alike = explained.filter((one) => one.said === flags(said))
  const told =
    `${first.action_id} beside ${second.action_id}, ${hold}: ${said.join(' | ')}; ` +
    `one after the other ${forth.said.join(' | ')}; the other way round ${back.said.join(' | ')}`
  const isSame = (rows: Rows) =>
    sweeps ? beyond(rows, written).length === 0 : JSON.stringify(rows) === JSON.stringify(written)
  if (alike.length === 0) faults.push(told)
  else if (!alike.some(({ rows }) => isSame(rows)))
    faults.push(`${told}\n${differences(alike[0]?.rows ?? [], written)}`)
  return { met: true, both_done: flags(said) === 'true,true', faults }
}

const SHOWN = 12

/** Those of the second list that the first does not have, each counted. */
function beyond(known: Rows, rows: Rows): string[] {
  const left = [...known]
  return rows.filter((row) => {
    const at = left.indexOf(row)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function differences(wanted: Rows, found: Rows): string {
  const lines = [
    ...beyond(found, wanted).map((row) => `  - ${row}`),
    ...beyond(wanted, found).map((row) => `  + ${row}`),
  ]
  return lines.slice(0, SHOWN).join('\n')
}
