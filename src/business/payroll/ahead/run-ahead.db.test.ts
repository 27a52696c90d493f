/** The night opens the next pay run of employers that ask for it; people do the rest. */
import { expect, test } from 'vitest'
import { runDaily } from '#server/daily.server.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const runs = await payRunsOn(database)
const { world, provider, agency, paye_scheme_id, sql } = runs

const chooseAhead = (opens_runs_ahead: boolean) =>
  act(world, provider.operations, 'business.paye_scheme.set_source', {
    id: paye_scheme_id,
    source: 'engine',
    opens_runs_ahead,
  })

const runsOf = () =>
  sql<{ pay_day: string; status: string; maker: string }>(
    'select pay_day::text, status, maker from transaction.pay_run where paye_scheme_id = $1 order by pay_day',
    paye_scheme_id,
  )
const days = async () => (await runsOf()).map(({ pay_day }) => pay_day)

async function night() {
  world.clock.advance({ days: 1 })
  expect(await runDaily(world)).toBe(true)
}

test('run ahead: a night opens no run before the employer asks, nor while one is under way', async () => {
  const worker = await runs.employed()
  await runs.week(worker.placement, weeks.first)
  const { id } = await runs.open('2025-06-20')
  await runs.calculate(id)
  await runs.answerAll(id)
  const { content_hash } = await runs.check(id)
  await chooseAhead(true)
  await night()
  expect(await days()).toEqual(['2025-06-20'])
  await runs.approve(id, content_hash)
  await chooseAhead(false)
  await night()
  expect(await days()).toEqual(['2025-06-20'])
})

test('run ahead: a night opens the next run once, without a person, and audits it', async () => {
  await chooseAhead(true)
  await night()
  await night()
  expect(await runsOf()).toMatchObject([
    { pay_day: '2025-06-20' },
    { pay_day: '2025-06-27', status: 'open', maker: 'Stint' },
  ])
  const [audited] = await sql<{ count: number }>(
    `select count(*)::int as count from log.audit a join transaction.pay_run r on r.id = a.entity_id
     where r.pay_day = '2025-06-27' and a.action_id = 'daily'`,
  )
  expect(audited?.count).toBe(1)
  expect(await messageOf(runs.open('2025-06-27'))).toContain('is for this pay day already')
})

test('run ahead: an opened run is calculated, and approved by another person, as any', async () => {
  const worker = await runs.employed()
  await runs.week(worker.placement, weeks.second)
  const [opened] = await sql<{ id: string }>(
    `select id from transaction.pay_run where pay_day = '2025-06-27' and paye_scheme_id = $1`,
    paye_scheme_id,
  )
  const id = opened?.id ?? ''
  expect(await runs.calculate(id)).toMatchObject({ payslips: 1, stops: 0 })
  await runs.answerAll(id)
  const { content_hash } = await runs.check(id, provider.admin)
  expect(await messageOf(runs.approve(id, content_hash, provider.admin))).toBe(
    'Someone else must approve what you checked',
  )
  await runs.approve(id, content_hash)
})

test('run ahead: a cancelled run is not opened again; the one after it is', async () => {
  await night()
  expect(await days()).toEqual(['2025-06-20', '2025-06-27', '2025-07-04'])
  const [opened] = await sql<{ id: string }>(
    `select id from transaction.pay_run where pay_day = '2025-07-04'`,
  )
  await act(world, provider.operations, 'transaction.pay_run.cancel', {
    id: opened?.id,
    reason: 'Nobody worked in this week',
  })
  for (let i = 0; i < 7; i += 1) await night()
  expect(await days()).toEqual(['2025-06-20', '2025-06-27', '2025-07-04', '2025-07-11'])
})

test('run ahead: an employer whose workers have left has no next run', async () => {
  const [opened] = await sql<{ id: string }>(
    `select id from transaction.pay_run where pay_day = '2025-07-11'`,
  )
  await act(world, provider.operations, 'transaction.pay_run.cancel', {
    id: opened?.id,
    reason: 'Everybody has left by then',
  })
  await sql(
    `update business.employment set leave_date = '2025-06-22' where paye_scheme_id = $1`,
    paye_scheme_id,
  )
  for (let i = 0; i < 8; i += 1) await night()
  expect(await days()).toEqual(['2025-06-20', '2025-06-27', '2025-07-04', '2025-07-11'])
})

test('run ahead: a bureau’s figures open no runs', async () => {
  const refused = act(world, provider.operations, 'business.paye_scheme.set_source', {
    id: paye_scheme_id,
    source: 'bureau',
    opens_runs_ahead: true,
  })
  expect(await messageOf(refused)).toBe('A bureau’s figures are not pay runs: none are opened ahead')
  const readers = [agency.admin, provider.approver]
  for (const viewer of readers)
    expect(
      await messageOf(
        act(world, viewer, 'business.paye_scheme.set_source', { id: paye_scheme_id, source: 'engine' }),
      ),
    ).toBeTruthy()
})
