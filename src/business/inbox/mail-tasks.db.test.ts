/** Mails of tasks at once, the digest, and the choice of a person. */
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import {
  admin,
  again,
  approver,
  makeStage,
  type Stage,
  submitted,
  worker,
} from '#test/server/example-parts.ts'
import { notAtOnce } from '../platform/mail-choice.server.ts'
import { mailDigest } from './mail-digest.job.ts'
import { mailTasks } from './mail-tasks.job.ts'
import { followAll } from './open-tasks.server.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
beforeEach(async () => {
  // Monday 16 June 2025, 09:00 in London; every test begins without rows.
  await database.owner.query('update log.notification_log set mailed_at = now() where mailed_at is null')
  await database.owner.query('delete from platform.notification_preference')
  stage.clock.advance({ hours: 1 })
})

const base = 'https://stint.example'
const mailing = <T>(send: (m: { tx: never; clock: Stage['clock']; base: string }) => Promise<T>) =>
  inTransaction(database, (tx) => send({ tx: tx as never, clock: stage.clock, base }))
const mailsTo = async (email: string, like: string) =>
  (
    await database.owner.query<{ subject: string; body_text: string }>(
      `select subject, body_text from log.mail where "to" = $1 and subject like $2 order by created_at, id`,
      [email, like],
    )
  ).rows
const choose = (by: ReturnType<typeof worker>, kind: string, mail: string) =>
  act(stage, by, 'platform.notification_preference.set', { kind, mail })

const comment = 'Wrong day'
const rejected = async () => {
  const { ids } = await submitted(stage)
  await act(stage, approver(stage), 'transaction.timesheet.reject', { ids, comment })
  return String(ids[0])
}

test('mail: tells one new task with its address, once', async () => {
  const id = await rejected()
  expect(await mailing(mailTasks)).toBe(1)
  expect(await mailing(mailTasks)).toBe(0)
  const [mail] = await mailsTo(worker(stage).email, 'Correct timesheet %')
  expect(mail?.body_text).toContain(`${base}/contractor/transaction/timesheet/${id}`)
  expect(mail?.body_text).toContain(`${base}/contractor/profile/notifications`)
})

test('mail: counts the tasks that a bulk step opened', async () => {
  for (let i = 0; i < 3; i += 1) await rejected()
  expect(await mailing(mailTasks)).toBe(1)
  expect(await mailsTo(worker(stage).email, 'Rejected timesheet: 3')).toHaveLength(1)
})

test('mail: none for a task that ended before, or whose person chose otherwise', async () => {
  const id = await rejected()
  await act(stage, worker(stage), 'transaction.timesheet.submit', { id })
  expect(await mailing(mailTasks)).toBe(0)
  await choose(worker(stage), 'timesheet_rejected', 'daily')
  await rejected()
  expect(await mailing(mailTasks)).toBe(0)
})

test('mail: leaves work to approve to the mail with its link, which heeds the choice', async () => {
  await submitted(stage)
  expect(await mailing(mailTasks)).toBe(0)
  const { business_contact_id } = approver(stage)
  const others = () =>
    inTransaction(database, (tx) => notAtOnce(tx, 'timesheet_to_approve', [business_contact_id]))
  expect([...(await others())]).toEqual([])
  await choose(approver(stage), 'timesheet_to_approve', 'off')
  expect([...(await others())]).toEqual([business_contact_id])
})

test('digest: on working days from 07:30, each row once, and no empty mail', async () => {
  /** Digests of the approver until now. */
  const mail = async () => {
    await mailing(mailDigest)
    return (await mailsTo(approver(stage).email, '% in your inbox')).length
  }
  stage.clock.advance({ days: 1 })
  // The first morning of an installation.
  expect(await mail()).toBe(0)
  await choose(approver(stage), 'timesheet_to_approve', 'daily')
  await submitted(stage)
  expect(await mail()).toBe(0)
  stage.clock.advance({ days: 1 })
  expect(await mail()).toBe(1)
  expect(await mail()).toBe(1)
  stage.clock.advance({ days: 1 })
  expect(await mail()).toBe(1)
})

test('preferences: security messages cannot be switched off, nor kinds of other categories', async () => {
  expect(await refusalOf(choose(worker(stage), 'security', 'off'))).toEqual({
    code: 'not_allowed',
    message: 'Security messages cannot be switched off',
  })
  expect((await refusalOf(choose(worker(stage), 'batch_to_review', 'off'))).code).toBe('invalid')
  await choose(worker(stage), 'work_approved', 'off')
  const { kinds } = await act<{ kinds: { kind: string; mail: string }[] }>(
    stage,
    worker(stage),
    'platform.notification_preference.read',
    {},
  )
  expect(kinds.find(({ kind }) => kind === 'work_approved')?.mail).toBe('off')
  expect(kinds.map(({ kind }) => kind)).not.toContain('batch_to_review')
})

test('mail: leaves waits that began long before to the digest', async () => {
  const placement = await again(stage)
  await database.owner.query(`update contract.contract set end_date = $2::date + 20 where id = $1`, [
    placement.id,
    stage.clock.today(),
  ])
  await inTransaction(database, (tx) => followAll(tx, stage.clock.now()))
  await choose(admin(stage), 'placement_ends', 'now')
  expect(await mailing(mailTasks)).toBe(0)
})
