/**
 * The demo world: a provider, two funders, three agencies, their partners, and a year of trading that ends the day
 * before today. The product's own verbs make it, under a clock of its own. One seed and one day give one world.
 */
import { systemClock } from '#kernel/clock.ts'
import { addDays, type Day, daysBetween, weekday } from '#kernel/day.ts'
import { londonTime } from '#kernel/london-time.ts'
import type { Database } from '#server/database.ts'
import { hashPassword } from '#server/passwords/password-hash.ts'
import type { Files } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { contractors } from './cast-contractors.ts'
import { setHouseRules, setSchedules } from './house-rules.ts'
import { makeBusinesses } from './make-businesses.ts'
import { makeContractor } from './make-contractor.ts'
import { enterNotice, setUpPayroll } from './payroll-people.ts'
import { issueP45s, leaveRuns } from './payroll-week.ts'
import { demo_password, personas } from './personas.ts'
import { emptyWorld, type FileStore, type World } from './stage.ts'
import { makeChecks } from './started/make-checks.ts'
import { makeFiles } from './started/make-files.ts'
import { makeNotes } from './started/make-notes.ts'
import { makeOnboarding } from './started/make-onboarding.ts'
import { makePapers } from './started/make-papers.ts'
import { makeSignatures } from './started/make-signatures.ts'
import { makeTemplates } from './started/make-templates.ts'
import { makeWaitingPlacement } from './started/make-waiting-placement.ts'
import { tradeWeek } from './trade-week.ts'
import { generateSheets } from './work-week.ts'

export type DemoOptions = {
  readonly seed: number
  /** The London day on which the world ends: its current week's timesheets wait to be filled in. */
  readonly today: Day
  /** Whole weeks of trading before the current one. */
  readonly weeks: number
}

/** Funding rules and reminder plans began this many weeks ago, or with the world. */
const rules_weeks = 7

/** Called after each week of trading. */
export type OnWeek = (done: number, weeks: number) => void

/** Makes the demo world in a database without businesses. */
export async function makeDemoWorld(
  database: Pick<Database, 'transaction' | 'owner'>,
  { seed, today, weeks }: DemoOptions,
  onWeek: OnWeek = () => undefined,
  files: FileStore | null = null,
): Promise<World> {
  const this_week = addDays(today, 1 - weekday(today))
  const first_week = addDays(this_week, -7 * weeks)
  const rules_from = addDays(this_week, -7 * Math.min(weeks, rules_weeks))
  const world = emptyWorld(database, seed, addDays(first_week, -4), files)
  await makeBusinesses(world, addDays(first_week, -4))
  await setUpPayroll(world, addDays(first_week, -4))
  for (let monday = first_week; monday <= this_week; monday = addDays(monday, 7)) {
    await onboard(world, monday, this_week, weeks)
    if (monday === rules_from) await setHouseRules(world, monday)
    await tradeWeek(world, { monday, today, this_week })
    const done = daysBetween(first_week, monday) / 7
    // Plans for the first weeks' few rows are slow for many, so the world is analysed whenever it has doubled.
    if (Number.isInteger(Math.log2(done))) await database.owner.query('analyze')
    onWeek(done, weeks)
  }
  world.clock.set(londonTime(addDays(today, -1), '22:00'))
  await setSchedules(world, addDays(today, -1))
  await enterNotice(world, addDays(today, -1))
  await issueP45s(world)
  await leaveRuns(world, today)
  world.clock.set(londonTime(today, '00:00'))
  await generateSheets(world)
  await signInsReady(world, seed, today)
  return world
}

/** Placements that begin on a Monday are made on the Thursday before. */
async function onboard(world: World, monday: Day, this_week: Day, weeks: number): Promise<void> {
  const weeks_ago = daysBetween(monday, this_week) / 7
  world.clock.set(londonTime(addDays(monday, -4), '14:00'))
  for (const [i, who] of contractors.entries()) {
    if (Math.min(who.weeks, weeks) !== weeks_ago) continue
    // A placement that ended long ago would be missing from a short world.
    const end_date =
      who.until === undefined || who.until >= weeks ? null : addDays(this_week, -7 * who.until - 3)
    await makeContractor(world, who, i + 1, { start_date: monday, end_date })
  }
}

/** Lets everybody join, gives them the password and marks the personas of the sign-in page. */
async function signInsReady(world: World, seed: number, today: Day): Promise<void> {
  // One hash for all: the password is printed on the page anyway.
  const hash = await hashPassword(demo_password)
  await inTransaction(world.database, async (tx) => {
    await tx.run(
      `insert into auth.account (id, "userId", "accountId", "providerId", password)
       select id, id, id, 'credential', $1 from auth."user" on conflict do nothing`,
      [hash],
    )
    await tx.run(
      'update business.business_contact set joined_at = created_at where user_id is not null and joined_at is null',
    )
    await tx.run('update platform."user" set is_confirmed = true where not is_confirmed')
    await tx.run(`update platform.invitation set state = 'accepted' where state = 'sent'`)
    for (const [no, { persona }] of personas.entries()) {
      await tx.run(
        `update business.business_contact set preferences = preferences || jsonb_build_object('persona', $2::text, 'persona_no', $3::int)
         where id = $1`,
        [world.contacts.get(persona), persona, no + 1],
      )
    }
  })
  // Only the owner may change facts of the installation.
  await world.database.owner.query(
    'update platform.installation set is_demo = true, demo_seed = $1, demo_day = $2',
    [seed, today],
  )
}

const demo_seed = 20_26
const demo_weeks = 52

/** Called by `npm start` for an empty database. */
export async function loadDemo(
  installation: { readonly database: Database; readonly files: Files },
  onWeek: OnWeek,
): Promise<void> {
  const today = systemClock.today()
  const world = await makeDemoWorld(
    installation.database,
    { seed: demo_seed, today, weeks: demo_weeks },
    onWeek,
    installation.files,
  )
  world.clock.set(londonTime(today, '00:01'))
  await makeFiles(world, installation)
  await makePapers(world, installation)
  await makeNotes(world, installation)
  await makeSignatures(world, installation)
  await makeWaitingPlacement(world, installation)
  await makeTemplates(world)
  await makeOnboarding(world)
  await makeChecks(world, installation)
}

/** One-click sign-ins for the console; the sign-in page offers the same. */
export function demoSignIns(): Promise<{ label: string; path: string }[]> {
  return Promise.resolve(
    personas.map(({ persona, shows }) => ({ label: shows, path: `/auth/login?persona=${persona}` })),
  )
}
