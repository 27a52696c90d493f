/** An approver's inbox by keys alone: approve, undo, reject, snooze; the bell counts along. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { unsubscribeToken } from '#server/mail/unsubscribe-token.ts'
import { axeFaults } from './axe-faults.ts'
import { confirm, field, gone, see, toast } from './look.ts'
import { openBrowser, openWindow, signIn } from './people.ts'
import { startStint } from './serve.ts'

const data_key = '7c'.repeat(32)
const stint = await startStint({ variables: { DATA_KEY: data_key } })
const browser = await openBrowser()
const person = await signIn(browser, stint, 'timesheet_approver')
const { page } = person
const { business_contact_id } = await person.session()

const patient = { timeout: 120_000 }
const rowOf = (task: string) => page.locator(`[id="inbox-${task}"]`)
const press = (key: string) => page.keyboard.press(key)

type Task = { readonly id: string; readonly entity_id: string; readonly message: string }

/** Open tasks to approve timesheets, in the order of the page. */
const openTasks = () =>
  stint.sql<Task>(
    `select id, entity_id, message from log.notification_log where business_contact_id = $1
       and kind = 'timesheet_to_approve' and state = 'open' order by created_at, id`,
    business_contact_id,
  )

const stateOf = async (task: Task) =>
  (
    await stint.sql<{ sheet: string; task: string }>(
      `select t.status as sheet, n.state as task from log.notification_log n
       join transaction.timesheet t on t.id = n.entity_id where n.id = $1`,
      task.id,
    )
  )[0]

const decisions = () =>
  stint.sql('select state from request.held_decision where business_contact_id = $1', business_contact_id)

/** The bell shows the open tasks and the unread notices. */
const bellFollows = () =>
  expect
    .poll(async () => {
      const [open] = await stint.sql<{ count: number }>(
        `select count(*)::int as count from log.notification_log where business_contact_id = $1 and state = 'open'
           and held_decision_id is null and (class = 'task' or read_at is null)`,
        business_contact_id,
      )
      const said = await page.getByRole('button', { name: /^Inbox/ }).getAttribute('aria-label')
      return (said ?? '').includes(`, ${open?.count} in the inbox`)
    }, patient)
    .toBe(true)

async function openInbox(): Promise<Task> {
  await person.open('/client/inbox')
  const task = present((await openTasks())[0], 'a task')
  await see(rowOf(task.id))
  await rowOf(task.id).focus()
  return task
}

test('key a approves at once, u takes it back, and the approval is carried out after its ten seconds', async () => {
  const task = await openInbox()
  await bellFollows()
  await press('a')
  await gone(rowOf(task.id))
  await press('u')
  await see(page.locator(`[id="inbox-${task.id}"]:focus`))
  expect(await stateOf(task)).toEqual({ sheet: 'submitted', task: 'open' })
  expect(await decisions()).toEqual([{ state: 'undone' }])
  await press('a')
  await see(page.getByText(`Approved: ${task.message}`))
  await gone(rowOf(task.id))
  expect(await axeFaults(page)).toEqual([])
  await expect.poll(() => stateOf(task), patient).toMatchObject({ task: 'done' })
  expect((await stateOf(task))?.sheet).not.toBe('submitted')
  await bellFollows()
})

test('key r asks for a comment', async () => {
  const task = await openInbox()
  await press('r')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await see(page.getByText('Please specify the reason'))
  await confirm(page, 'Friday was a holiday')
  await see(page.getByText(`Rejected: ${task.message}`))
  await expect.poll(() => stateOf(task), patient).toEqual({ sheet: 'rejected', task: 'done' })
})

test('key h snoozes: the task leaves the bell and waits under Snoozed', async () => {
  const task = await openInbox()
  await press('h')
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  await gone(rowOf(task.id))
  await bellFollows()
  await page.getByRole('link', { name: /^Snoozed/ }).click()
  await see(rowOf(task.id))
  expect(await stateOf(task)).toEqual({ sheet: 'submitted', task: 'snoozed' })
  // Back for the stories below: on some weekdays the demo has three such tasks.
  await stint.sql(
    `update log.notification_log set state = 'open', snoozed_until = null where id = $1`,
    task.id,
  )
})

test('profile: leads to the mails of each kind, and one is changed', async () => {
  await person.open('/client/profile')
  await page.getByRole('link', { name: 'Mails of tasks and notices' }).click()
  await field(page, 'Timesheet to approve').selectOption('daily')
  await see(toast(page, 'Saved: Timesheet to approve'))
  await page.reload()
  await expect.poll(() => field(page, 'Timesheet to approve').inputValue(), patient).toBe('daily')
})

test('a change request asks first, and Enter says yes', async () => {
  const [found] = await stint.sql<{ id: string; persona: string; category: string }>(
    `select n.id, c.preferences ->> 'persona' as persona, b.type as category from log.notification_log n
     join business.business_contact c on c.id = n.business_contact_id join business.business b on b.id = c.business_id
     where n.kind = 'change_request_to_answer' and n.state = 'open' and c.preferences ->> 'persona' is not null
     order by n.id limit 1`,
  )
  const { id, persona, category } = present(found, 'a change request to answer')
  const asked = await signIn(browser, stint, persona)
  await asked.open(`/${category}/inbox`)
  await asked.page.locator(`[id="inbox-${id}"]`).focus()
  await asked.page.keyboard.press('a')
  await see(asked.page.getByRole('dialog').locator('button:focus', { hasText: 'Yes' }))
  await asked.page.keyboard.press('Enter')
  await gone(asked.page.getByRole('dialog'), asked.page.locator(`[id="inbox-${id}"]`))
  const state = () => stint.sql('select state from log.notification_log where id = $1', id)
  await expect.poll(state, patient).toEqual([{ state: 'done' }])
})

test('a decision on a timesheet’s page can be undone after a reload, also from the inbox, and does not count', async () => {
  const task = await openInbox()
  await bellFollows()
  const undo = page.getByRole('button', { name: /^Undo: Approved TMS/ })
  await person.open(`/client/transaction/timesheet/${task.entity_id}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await see(undo)
  await page.reload()
  await see(undo)
  await bellFollows()
  await undo.click()
  await see(page.getByRole('button', { name: 'Approve', exact: true }))
  expect(await stateOf(task)).toEqual({ sheet: 'submitted', task: 'open' })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await confirm(page, 'Friday was a holiday')
  await person.open('/client/inbox')
  const rejected = page.getByRole('button', { name: /^Undo: Rejected TMS/ })
  await see(rejected)
  expect(await rowOf(task.id).count()).toBe(0)
  await rejected.click()
  await see(rowOf(task.id))
  await person.open(`/client/transaction/timesheet/${task.entity_id}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await see(page.getByText(/^Approved by/))
  await expect.poll(() => stateOf(task), patient).toMatchObject({ task: 'done' })
})

test('a mail is switched off by its link, without a sign-in', async () => {
  const keys = { dataKey: data_key, dataKeyOld: null }
  const token = unsubscribeToken(keys, { business_contact_id, kind: 'expense_to_approve' })
  const stranger = await (await openWindow(browser, stint)).newPage()
  await stranger.goto(`/unsubscribe/${token}`)
  await see(stranger.getByText('Stint then sends you no more mails of this kind.'))
  expect(await axeFaults(stranger)).toEqual([])
  const chosen = () =>
    stint.sql(
      `select mail from platform.notification_preference where business_contact_id = $1 and kind = 'expense_to_approve'`,
      business_contact_id,
    )
  // Programs open links, too: nothing happens before the button.
  expect(await chosen()).toEqual([])
  await stranger.getByRole('button', { name: 'Switch off' }).click()
  await see(stranger.getByText('You get no more mails of this kind:'))
  expect(await chosen()).toEqual([{ mail: 'off' }])
  await stranger.goto('/unsubscribe/another')
  await stranger.getByRole('button', { name: 'Switch off' }).click()
  await see(stranger.getByText('This link is no longer valid'))
})
