/** An employer whose payroll comes here in mid-year: workers with placements and approved weeks, and people of its provider. */
import { afterAll, inject } from 'vitest'
import { openDatabase } from '#server/database.ts'
import { hoursOf, seedPayePlacement } from '#test/fixtures/documents.ts'
import {
  act,
  type SeededPlacement,
  seedAccount,
  seedAgency,
  seedClient,
  seedProvider,
  seedTimesheets,
  worldOn,
} from '#test/fixtures/world.ts'
import type { Stint } from './serve.ts'

/** Mondays of the weeks that are worked. */
export const weeks = ['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23', '2026-03-09'] as const
type Week = (typeof weeks)[number]

export async function seedEmployer(stint: Stint) {
  const { role_prefix, role_secret } = inject('testServer')
  const database = openDatabase({
    url: stint.database_url,
    readUrl: null,
    rolePrefix: role_prefix,
    roleSecret: role_secret,
    poolSize: 4,
    booksKeys: stint.booksKeys,
    patience: 10,
  })
  afterAll(() => database.close())
  const world = worldOn(database, '2026-03-28T10:00:00.000Z')
  const provider = await seedProvider(world)
  const agency = await seedAgency(world, provider)
  const client = await seedClient(world, agency)

  /** Hired for eight weeks, born in 1990. */
  async function worker(first_name: string, last_name: string) {
    const placement = await seedPayePlacement(
      world,
      { agency, client },
      { start_date: '2026-02-02', end_date: '2026-03-27' },
    )
    await seedTimesheets(world, placement)
    const [party] = await stint.sql<{ human_id: string }>(
      `with person as (
         update business.individual set first_name = $2, last_name = $3, date_of_birth = '1990-05-01', gender = 'F',
           ni_number = 'AB123456C' where id = (select individual_id from business.business where id = $1))
       update business.business set name = $2 || ' ' || $3 where id = $1 returning human_id`,
      placement.contractor.id,
      first_name,
      last_name,
    )
    return { placement, human_id: party?.human_id ?? '', name: `${first_name} ${last_name}` }
  }

  const sheetOf = async (placement: SeededPlacement, monday: Week) =>
    (
      await stint.sql<{ id: string }>(
        `select id from transaction.timesheet where contract_id = $1 and start_date = $2::date and refines_id is null`,
        placement.id,
        monday,
      )
    )[0]?.id ?? ''

  const days = (monday: string) =>
    [0, 1, 2, 3, 4].map(
      (more) => `${monday.slice(0, 8)}${String(Number(monday.slice(8)) + more).padStart(2, '0')}`,
    )

  /** A week of five days that the client has approved. */
  async function work(placement: SeededPlacement, monday: Week, units = '8') {
    const id = await sheetOf(placement, monday)
    const details = hoursOf(placement, days(monday), units)
    await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', { id, details })
    await act(world, client.approver, 'transaction.timesheet.approve', { ids: [id] })
  }

  /** The agency corrects a week that was paid. */
  async function correct(placement: SeededPlacement, monday: Week, units: string) {
    await act(world, agency.user, 'transaction.timesheet.refine', {
      id: await sheetOf(placement, monday),
      mode: 'full',
      details: hoursOf(placement, days(monday), units),
      reason: 'An hour a day was lunch',
    })
  }

  /** Accounts of HMRC and other creditors, as two people entered them from their letters. */
  async function openAccounts() {
    for (const { id } of await stint.sql<{ id: string }>(
      `select id from business.business b where type = 'creditor' and provider_id = $1
         and not exists (select from business.bank_account a where a.business_id = b.id)`,
      provider.id,
    ))
      await seedAccount(world, provider.operations, id, 'payout')
  }

  /** Returns of pay runs, as filed by other software. */
  async function fileReturns() {
    for (const { id } of await stint.sql<{ id: string }>(
      `select t.id from transaction.rti_submission t where t.provider_id = $1 and t.pay_run_id is not null and t.status = 'validated'
       order by t.human_id`,
      provider.id,
    ))
      await act(world, provider.operations, 'transaction.rti_submission.file_outside', {
        id,
        receipt: `Receipt ${id}`,
      })
  }

  // Everybody of the demo has the same password.
  const emails = await stint.sql<{ id: string; email: string }>(
    `with joined as (
       insert into auth.account (id, "userId", "accountId", "providerId", password)
       select u.id, u.id, u.id, 'credential', (select a.password from auth.account a where a."providerId" = 'credential' limit 1)
       from platform."user" u where u.id = any ($1))
     select u.id, u.email from platform."user" u where u.id = any ($1)`,
    [provider.operations.user_id, provider.approver.user_id],
  )
  const emailOf = (user_id: string) => emails.find(({ id }) => id === user_id)?.email ?? ''
  return {
    ...{ provider, agency, worker, work, correct, openAccounts, fileReturns },
    clerk: emailOf(provider.operations.user_id),
    approver: emailOf(provider.approver.user_id),
  }
}
