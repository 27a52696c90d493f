/** Timesheets of one week: made, entered, submitted, approved or rejected. */
import { present } from '#kernel/assert.ts'
import { fixedClock } from '#kernel/clock.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { clients } from './cast-clients.ts'
import type { CastContractor } from './cast-contractor.ts'
import { contractors } from './cast-contractors.ts'
import { type Cell, hoursOf } from './hours.ts'
import { consultants } from './make-contractor.ts'
import { businessId, type DemoPlacement, onStage, type Stage, type World } from './stage.ts'

/** A timesheet with its people. `about` names it the same in every world of one seed. */
export type Sheet = {
  readonly id: string
  readonly human_id: string
  readonly client_id: string
  readonly start_date: Day
  readonly end_date: Day
  readonly who: CastContractor
  readonly placement: DemoPlacement
  readonly about: string
}

const cast = new Map(contractors.map((one) => [one.key, one]))

/** Timesheets of a status whose period ends by a day, by human id. */
async function sheetsOf(world: World, stage: Stage, status: string, until: Day): Promise<Sheet[]> {
  type Row = Pick<Sheet, 'id' | 'human_id' | 'client_id' | 'start_date' | 'end_date'> & {
    contract_id: string
  }
  const rows = await stage.tx.rows<Row>(
    `select id, human_id, contract_id, client_id, start_date, end_date from transaction.timesheet
     where status = $1 and end_date <= $2 and deleted_at is null order by human_id`,
    [status, until],
  )
  return rows.map((row) => {
    const placement = present(world.placements.get(row.contract_id), 'the placement of a timesheet')
    const who = present(cast.get(placement.contractor), 'the contractor of a placement')
    return { ...row, who, placement, about: `${who.key} ${row.start_date}` }
  })
}

export function generateSheets(world: World): Promise<void> {
  return onStage(world, async (stage) => {
    await stage.act('provider_operations', 'transaction.timesheet.generate', {})
  })
}

/** Friday: workers submit their hours; a few forget until the next week. */
export async function submitSheets(
  world: World,
  friday: Day,
  waits: (sheet: Sheet) => boolean,
): Promise<void> {
  const drafts = await onStage(world, (stage) => sheetsOf(world, stage, 'draft', addDays(friday, 2)))
  const ready = drafts.filter((sheet) => !waits(sheet))
  // Several transactions at a time keep both processors busy. Each person is in one of them, because a business's
  // audit chain grows by one transaction at a time.
  const people = [...Map.groupBy(ready, entererOf).values()]
  const lanes = Array.from({ length: 3 }, (_, lane) => people.filter((_of, i) => i % 3 === lane).flat())
  await Promise.all(
    lanes.map((lane) =>
      onStage(world, (stage) => submitLane(world, stage, lane), fixedClock(world.clock.now())),
    ),
  )
}

async function submitLane(world: World, stage: Stage, lane: readonly Sheet[]): Promise<void> {
  for (const sheet of lane) {
    const details = hoursOf(world.draw, sheet, 1)
    const person = entererOf(sheet)
    if (world.draw.happens(6, 'saves a draft', sheet.about)) {
      const id = sheet.id
      await stage.act(person, 'transaction.timesheet.save_draft', { id, details: details.slice(0, 3) })
    }
    await submit(stage, person, sheet, details)
  }
}

function submit(stage: Stage, person: string, { id }: Sheet, details: Cell[], comment?: string) {
  return stage.act(person, 'transaction.timesheet.submit', { id, details, comment })
}

function entererOf({ who }: Sheet): string {
  return who.timesheet_submit === 'agency' ? consultants[who.agency] : who.key
}

/** Rejected timesheets are entered again with corrected hours. */
export function resubmitSheets(world: World, until: Day): Promise<void> {
  return onStage(world, async (stage) => {
    for (const sheet of await sheetsOf(world, stage, 'rejected', until)) {
      await submit(stage, entererOf(sheet), sheet, hoursOf(world.draw, sheet, 2), 'Hours corrected')
    }
  })
}

const reasons = [
  'Friday was worked from 9 to 1 only',
  'Please leave out the bank holiday',
  'The hours of Wednesday do not agree with the gate log',
  'Overtime was not agreed beforehand',
] as const

/** The clients' approvers decide on their pending timesheets, each on all of theirs at once. */
export function decideSheets(world: World, until: Day, waits: (sheet: Sheet) => boolean): Promise<void> {
  return onStage(world, async (stage) => {
    const { draw } = world
    const open = (await sheetsOf(world, stage, 'submitted', until)).filter((sheet) => !waits(sheet))
    for (const client of clients) {
      const id = businessId(world, client.key)
      const mine = open.filter((sheet) => sheet.client_id === id)
      const faulty = mine.filter(
        (sheet) => !world.sent_back.has(sheet.id) && draw.happens(3.5, 'sends back', sheet.about),
      )
      const approver = present(client.people[0], 'the approver of a client').key
      for (const sheet of faulty) {
        world.sent_back.add(sheet.id)
        const comment = draw.pick(reasons, 'reason', sheet.about)
        await stage.act(approver, 'transaction.timesheet.reject', { ids: [sheet.id], comment })
      }
      await approve(
        stage,
        approver,
        mine.filter((sheet) => !faulty.includes(sheet)),
      )
    }
  })
}

async function approve(stage: Stage, person: string, sheets: readonly Sheet[]): Promise<void> {
  if (sheets.length === 0) return
  await stage.act(person, 'transaction.timesheet.approve', { ids: sheets.map((sheet) => sheet.id) })
}
