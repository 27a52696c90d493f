/** The stage of the scripts of self-dealing: honest people of the provider and the client, and the end of each at the payment batch. */
import { judgeAllDebt } from '#business/funding/judge-daily.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { day, eachDay } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { inTransaction } from '#server/tx.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import type { TestDatabase } from '../database.ts'
import { type Batch, seedBatch } from '../fixtures/cash.ts'
import { placementInput } from '../fixtures/placement-input.ts'
import {
  act,
  join,
  type SeededPlacement,
  type SeededProvider,
  type SeededTimesheet,
  seedApprovals,
  seedProvider,
  seedTimesheets,
  type World,
  worldOn,
} from '../fixtures/world.ts'

type Parties = Pick<SeededPlacement, 'agency' | 'client' | 'contractor'>
type Entry = {
  /** Enters the hours: a user of the agency. */
  readonly by?: Viewer
  /** Approves them: the approver of the client. */
  readonly approver?: Viewer
  readonly hours?: string
  readonly days?: number
}

type Stage = {
  readonly world: World
  readonly provider: SeededProvider
  readonly sql: TestDatabase['sql']
  /** Refusals in their order. */
  readonly said: string[]
  /** Timesheets that are honest work beside the script. */
  readonly fair: string[]
  /** Notes a refusal and goes on without an answer. */
  readonly tryTo: <T>(step: Promise<T>) => Promise<T | undefined>
  /** Makes a placement: all sides agree, and an honest provider activates it and accepts no flag. */
  readonly place: (parties: Parties, change?: PlacementChange) => Promise<SeededPlacement>
  /** The first week, entered and approved. */
  readonly work: (placement: SeededPlacement, entry?: Entry) => Promise<SeededTimesheet | undefined>
}
type PlacementChange = {
  readonly manual_timesheet_approval?: boolean
  readonly rates?: readonly object[]
  readonly funding_model?: string
}

export type Script = {
  readonly name: string
  /** The words of the rule that stops it. */
  readonly rule: string
  /** The moment of the script, where it is not Wednesday 18 June 2025. */
  readonly now?: string
  readonly play: (stage: Stage) => Promise<unknown>
}

export type Played = {
  readonly said: readonly string[]
  /** Documents of the clients that are advanced, and payments that have left. */
  readonly funded: readonly string[]
}

/** The words of a refusal, each field with its own. */
function wordsOf(error: unknown): string[] {
  if (!isStintError(error)) throw error
  const fields = Object.entries(error.errors ?? {}).map(([field, words]) => `${field}: ${words}`)
  return fields.length > 0 ? fields : [error.message]
}

function stageOf(database: TestDatabase, world: World, provider: SeededProvider): Stage {
  const said: string[] = []
  const tryTo: Stage['tryTo'] = async (step) => {
    try {
      return await step
    } catch (error) {
      said.push(...wordsOf(error))
      return undefined
    }
  }
  const place: Stage['place'] = async (parties, { manual_timesheet_approval, ...change } = {}) => {
    const { agency } = parties
    const terms = { start_date: '2025-06-09', contractor_payment_terms: 0, timesheet_submit: 'agency' }
    const made = await act<{ id: string; human_id: string; group_ids: string[] }>(
      world,
      agency.admin,
      'contract.temp_placement.create',
      placementInput(parties, { ...terms, ...change }),
    )
    if (manual_timesheet_approval === true)
      await act(world, provider.operations, 'contract.temp_placement.set_manual_approval', {
        id: made.id,
        is_on: true,
        comment: 'The client signs on paper',
      })
    await seedApprovals(world, parties, made.id)
    await act(world, provider.operations, 'contract.temp_placement.activate', { id: made.id })
    return { ...made, ...parties, group_id: present(made.group_ids[0], 'a rate') }
  }
  const work: Stage['work'] = async (placement, entry = {}) => {
    const { by = placement.agency.user, approver = placement.client.approver } = entry
    const sheet = (await tryTo(seedTimesheets(world, placement)))?.[0]
    if (!sheet) return undefined
    await tryTo(
      act(world, by, 'transaction.timesheet.submit', {
        id: sheet.id,
        details: eachDay(day(sheet.start_date), day(sheet.end_date))
          .slice(0, entry.days ?? 5)
          .map((date) => ({ date, group_id: placement.group_id, units: entry.hours ?? '7.5' })),
      }),
    )
    await tryTo(act(world, approver, 'transaction.timesheet.approve', { ids: [sheet.id] }))
    return sheet
  }
  return { world, provider, sql: database.sql, said, fair: [], tryTo, place, work }
}

/** Plays a script on a stage of its own, up to the payment batch of its day. */
export async function playOn(
  database: TestDatabase,
  { play, now }: Omit<Script, 'name' | 'rule'>,
): Promise<Played> {
  const world = worldOn(database, now ?? '2025-06-18T08:00:00.000Z')
  const provider = await seedProvider(world)
  const stage = stageOf(database, world, provider)
  await play(stage)
  await inTransaction(database, (tx) => judgeAllDebt({ tx, clock: world.clock, audit: () => undefined }))
  await payBatch(stage)
  return { said: [...stage.said, ...(await holdsOf(stage))], funded: await fundedOf(stage) }
}

/** Made, submitted, reviewed and completed: a step is refused where nothing is left to pay. */
async function payBatch({ world, provider, tryTo }: Stage): Promise<void> {
  const batch = await tryTo<Batch>(seedBatch(world, provider))
  const step = (by: Viewer, action: string) =>
    tryTo(act(world, by, `payment.payment_batch.${action}`, { id: batch?.id }))
  await step(provider.operations, 'submit')
  await step(provider.approver, 'review')
  await step(provider.approver, 'complete')
}

async function holdsOf({ sql, provider }: Stage): Promise<string[]> {
  const rows = await sql<{ reason: string }>(
    `select distinct funding_hold_reason as reason from transaction.invoice where provider_id = $1 and funding_hold_reason is not null
     union select t.hold_reason from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
       where i.provider_id = $1 and t.hold_reason is not null`,
    provider.id,
  )
  return rows.map(({ reason }) => reason)
}

async function fundedOf({ sql, provider, fair }: Stage): Promise<string[]> {
  const rows = await sql<{ what: string }>(
    `select 'advanced ' || i.type as what from transaction.invoice i
     where i.provider_id = $1 and i.type = 'provider-client' and i.funding_status <> 'held' and not i.timesheet_id = any ($2)
     union all select 'paid ' || i.type from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
     where i.provider_id = $1 and t.status = 'paid' and not i.timesheet_id = any ($2) order by what`,
    provider.id,
    fair,
  )
  return rows.map(({ what }) => what)
}

/** The person of a new contact, who joins first; `other` for a contact that may not sign in. */
export async function joined(
  world: World,
  contact: { readonly id: string } | undefined,
  other: Viewer,
): Promise<Viewer> {
  if (!contact) return other
  await join(world, contact.id)
  return (await inTransaction(world.database, (tx) => readViewerOfContact(tx, contact.id))) ?? other
}
