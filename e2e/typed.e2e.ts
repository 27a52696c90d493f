/** A contractor types a week on a phone: nothing typed is lost, and nothing is sent twice. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { gone, see } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' } as const

const [sheet] = await stint.sql<{ id: string; human_id: string }>(
  `select t.id, t.human_id from transaction.timesheet t
   join business.business_contact c on c.business_id = t.contractor_id
   where c.preferences ->> 'persona' = 'contractor' order by t.start_date desc limit 1`,
)
const path = `/contractor/transaction/timesheet/${sheet?.id}`
const cell = (page: Page, at: number) => page.getByRole('textbox', { name: /^Standard, / }).nth(at)
const kept = () =>
  stint.sql<{ changes: Record<string, { now: string }> }>(
    'select changes from transaction.timesheet_draft where timesheet_id = $1',
    sheet?.id,
  )
const opened = async (person: Person) => {
  await person.open(path)
  await cell(person.page, 0).waitFor()
}
const typedIn = (page: Page, at: number) =>
  expect.poll(() => cell(page, at).inputValue(), { timeout: 60_000 })

test('typed hours come back after a reload and on another device, and can be discarded', async () => {
  const first = await signIn(browser, stint, 'contractor', phone)
  await opened(first)
  await cell(first.page, 0).fill('7.5')
  await cell(first.page, 1).fill('seven')
  await see(first.page.getByText('Kept as your draft'))
  await first.page.reload()
  await see(first.page.getByText('What you typed before is back.'))
  await typedIn(first.page, 0).toBe('7.5')
  await typedIn(first.page, 1).toBe('seven')
  expect(await axeFaults(first.page)).toEqual([])

  const second = await signIn(browser, stint, 'contractor')
  await opened(second)
  await typedIn(second.page, 1).toBe('seven')
  expect(await axeFaults(second.page)).toEqual([])
  await second.page.getByRole('button', { name: 'Discard' }).click()
  await typedIn(second.page, 0).toBe('')
  await expect
    .poll(async () => Object.keys((await kept())[0]?.changes ?? {}), { timeout: 60_000 })
    .toEqual([])
  await second.context.close()
  await first.context.close()
})

test('typed hours that are on their way back do not mix with a key pressed meanwhile', async () => {
  const { page, context, open } = await signIn(browser, stint, 'contractor')
  await open(path)
  await cell(page, 0).fill('7.5')
  await see(page.getByText('Kept as your draft'))
  let answer = () => {}
  const asked = new Promise<void>((told) => {
    void page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('timesheet_draft(')) return route.continue()
      await new Promise<void>((go) => {
        answer = go
        told()
      })
      await route.continue()
    })
  })
  await page.reload()
  await asked
  await cell(page, 0).click()
  await page.keyboard.type('8')
  answer()
  await typedIn(page, 0).toBe('7.5')
  await cell(page, 0).fill('8')
  await typedIn(page, 0).toBe('8')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect
    .poll(async () => Object.keys((await kept())[0]?.changes ?? {}), { timeout: 60_000 })
    .toEqual([])
  await context.close()
})

test('sign-out without a connection: nothing of the person stays on the device', async () => {
  const { page, context, open } = await signIn(browser, stint, 'contractor', phone)
  await open(path)
  await cell(page, 0).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  const account = page.getByRole('button', { name: /: account$/ })
  const out = page.getByText('Sign out', { exact: true })
  // The menu is a part that loads on first use.
  await account.click()
  await out.waitFor()
  await page.keyboard.press('Escape')
  await gone(out)
  await context.setOffline(true)
  await cell(page, 0).fill('3.25')
  await see(page.getByText('What you type is kept on this device.'))
  await expect.poll(() => page.evaluate(keptNames), { timeout: 60_000 }).toHaveLength(1)
  expect(await page.evaluate(keptText)).not.toContain('3.25')
  await account.click()
  await out.click()
  await see(page.getByRole('heading', { name: 'You are offline' }))
  expect(await page.evaluate(keptNames)).toEqual([])
  const urls = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(urls.filter((path) => !/^\/(assets\/|offline\.|favicon\.svg$)/.test(path))).toEqual([])
  expect(await page.getByText(/submission/).count()).toBe(0)
  await context.close()
})

test('offline: a submission waits on the device, survives a reload and a second tab, and happens once', async () => {
  const person = await signIn(browser, stint, 'contractor', phone)
  const { page, context } = person
  await opened(person)
  const other = await context.newPage()
  await other.goto(path)
  await cell(other, 0).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  for (const at of [0, 1, 2, 3, 4]) await cell(page, at).fill('7.5')
  await see(page.getByText('You are offline. What you type is kept on this device.'))
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit' }).click()
  await see(page.getByText('It will be submitted once when you are online.'))
  expect(await axeFaults(page)).toEqual([])
  await page.reload()
  await see(page.getByText('You are offline'))
  expect(
    await stint.sql('select from transaction.timesheet where id = $1 and status = $2', sheet?.id, 'draft'),
  ).toHaveLength(1)

  await context.setOffline(false)
  await page.goto(path)
  await see(page.getByText('Next: ').or(page.getByText('Waits with')), page.getByText('37.5').first())
  await expect
    .poll(
      () =>
        stint.sql(
          `select from transaction.timesheet_activity where timesheet_id = $1 and new_status = 'submitted'`,
          sheet?.id,
        ),
      { timeout: 60_000 },
    )
    .toHaveLength(1)
  await other.reload()
  await see(other.getByText('37.5'))
  await gone(other.getByRole('button', { name: 'Submit' }))
  await expect
    .poll(async () => Object.keys((await kept())[0]?.changes ?? {}), { timeout: 60_000 })
    .toEqual([])
  await context.close()
})

/** Runs in the page. */
function keptNames(): Promise<string[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('stint')
    opening.onsuccess = () => {
      const asking = opening.result.transaction('kept').objectStore('kept').getAllKeys()
      asking.onsuccess = () => {
        opening.result.close()
        resolve(asking.result.map(String))
      }
    }
  })
}

/** All bytes on the device as text. */
function keptText(): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('stint')
    opening.onsuccess = () => {
      const asking = opening.result.transaction('kept').objectStore('kept').getAll()
      asking.onsuccess = () => {
        opening.result.close()
        const read = new TextDecoder()
        resolve((asking.result as { data: ArrayBuffer }[]).map(({ data }) => read.decode(data)).join(' '))
      }
    }
  })
}
