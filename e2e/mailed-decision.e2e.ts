/** An approver on a phone: two taps from the received mail, without a sign-in. */
import type { Browser, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { present } from '#kernel/assert.ts'
import { axeFaults } from './axe-faults.ts'
import { see } from './look.ts'
import { openBrowser, openWindow } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser: Browser = await openBrowser()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

type Mail = { readonly id: string; readonly link: string }

/** Mails of the demo's last days ask for approval; each is taken by one story. */
async function takeMails(count: number): Promise<Mail[]> {
  const waiting = () =>
    stint.sql<Mail>(
      `select distinct on (t.human_id) t.id, substring(m.body_text from 'http[^[:space:]]+') as link
       from log.mail m join transaction.timesheet t on t.id = m.parent_id and t.status = 'submitted'
       where m.parent_entity = 'transaction.timesheet' and m.body_text like '%/m/%'
         and m.fact_key like 'work_to_approve:%' order by t.human_id, m.id limit ${count}`,
    )
  await vi.waitUntil(async () => (await waiting()).length === count, { timeout: 120_000, interval: 500 })
  return waiting()
}

const statusOf = async (id: string) =>
  (await stint.sql<{ status: string }>('select status from transaction.timesheet where id = $1', id))[0]
    ?.status

async function openMail({ link }: Mail): Promise<Page> {
  const context = await openWindow(browser, stint, phone)
  const page = await context.newPage()
  await page.goto(new URL(link).pathname)
  return page
}

const mails = await takeMails(3)
const mailAt = (at: number) => present(mails[at], 'a mail')

test('link: two taps approve a week; the document is there when the ten seconds are over', async () => {
  const mail = mailAt(0)
  const page = await openMail(mail)
  await page.getByRole('button', { name: 'Approve' }).tap()
  await see(page.getByText('Approved', { exact: true }), page.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => statusOf(mail.id), { timeout: 120_000 }).not.toBe('submitted')
  await page.reload()
  await see(page.getByText('Approved', { exact: true }))
  // The decided page leads on.
  await page.getByRole('link', { name: 'See what else waits for you' }).tap()
  await page.waitForURL(/\/auth\/login\?next=%2Fclient%2Finbox$/)
})

test('link: Undo takes the approval back, and Reject asks for a comment', async () => {
  const mail = mailAt(1)
  const page = await openMail(mail)
  await page.getByRole('button', { name: 'Approve' }).tap()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await see(page.getByRole('button', { name: 'Approve' }))
  await page.getByRole('button', { name: 'Reject' }).tap()
  await page.getByRole('button', { name: 'Reject' }).tap()
  await see(page.getByText('Please specify the reason'))
  await page.getByLabel(/^Comments Please/).fill('Friday was a holiday')
  await page.getByRole('button', { name: 'Reject' }).tap()
  await see(page.getByText('Rejected', { exact: true }))
  await expect.poll(() => statusOf(mail.id), { timeout: 120_000 }).toBe('rejected')
})

test('link: no axe violation at three widths, and a dead link has one text', async () => {
  const page = await openMail(mailAt(2))
  await see(page.getByRole('button', { name: 'Approve' }))
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFaults(page)).toEqual([])
  }
  await page.goto('/m/unknown')
  await see(page.getByText('This link is no longer valid. Sign in to see what is waiting for you.'))
  expect(await axeFaults(page)).toEqual([])
})
