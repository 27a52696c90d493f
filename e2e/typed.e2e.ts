/** A contractor types a week on a phone: nothing typed is lost, and nothing is sent twice. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { card, field, gone, see } from './look.ts'
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

/** The page of a lost connection goes on by itself as soon as the server answers: either navigation will do. */
const goOn = (page: Page, to: string) => page.goto(to).catch(() => undefined)

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
  const asked = page.getByRole('dialog', { name: 'Sign out?' })
  await see(asked.getByText(`${sheet?.human_id} is not saved yet.`))
  expect(await axeFaults(page)).toEqual([])
  await asked.getByRole('button', { name: 'Stay' }).click()
  await gone(asked)
  expect(await page.evaluate(keptNames)).toHaveLength(1)
  await account.click()
  await out.click()
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await see(page.getByRole('heading', { name: 'You are offline' }))
  expect(await page.evaluate(keptNames)).toEqual([])
  const urls = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(urls.filter((path) => !/^\/(offline\.|favicon\.svg$)/.test(path))).toEqual([])
  expect(await page.getByText(/submission/).count()).toBe(0)
  // The next page with a connection ends the session at the server.
  const before = await context.cookies()
  await context.setOffline(false)
  await goOn(page, '/')
  await see(page.getByLabel('Password'))
  await context.addCookies(before)
  expect((await context.request.get('/api/auth/session')).status()).toBe(401)
  await context.close()
})

test('offline: a file is refused under its field, typed hours stay, and later it is added once', async () => {
  const { page, context, open } = await signIn(browser, stint, 'contractor', phone)
  await open(path)
  await cell(page, 0).waitFor()
  const file = { name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  const added = () =>
    stint.sql(`select from platform.attachment where parent_id = $1 and file_name = 'note.pdf'`, sheet?.id)
  const refused = page.getByText(
    'No connection. Choose the file again when you are online: it is added once.',
  )
  await context.setOffline(true)
  await cell(page, 0).fill('6.25')
  await page.getByLabel('Add a file').setInputFiles(file)
  await see(refused)
  expect(await cell(page, 0).inputValue()).toBe('6.25')
  expect(await added()).toEqual([])
  await context.setOffline(false)
  await page.getByLabel('Add a file').setInputFiles(file)
  await see(page.getByRole('link', { name: 'note.pdf' }))
  expect(await added()).toHaveLength(1)
  await gone(refused)
  expect(await cell(page, 0).inputValue()).toBe('6.25')
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
  const waits = page.getByText('It will be submitted once when you are online.')
  await see(waits)
  expect(await axeFaults(page)).toEqual([])
  // Reads that fail meanwhile leave the page in place.
  let failed = 0
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/api/auth/session')) failed += 1
  })
  await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(6)
  await see(waits)
  await page.reload()
  await see(page.getByText('You are offline'))
  expect(
    await stint.sql('select from transaction.timesheet where id = $1 and status = $2', sheet?.id, 'draft'),
  ).toHaveLength(1)

  await context.setOffline(false)
  await goOn(page, path)
  await see(page.getByText(/^With .* since /), page.getByText('37.5').first())
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
  // The other tab shows it without a reload.
  await see(other.getByText(/^With .* since /), other.getByText('37.5').first())
  await gone(other.getByRole('button', { name: 'Submit' }))
  await expect
    .poll(async () => Object.keys((await kept())[0]?.changes ?? {}), { timeout: 60_000 })
    .toEqual([])
  await context.close()
})

test('typed values of a form come back after a reload, can be discarded, and go with the save', async () => {
  const { page, context, open } = await signIn(browser, stint, 'contractor', phone)
  const back = page.getByText('What you typed before is back. It is not saved yet.')
  const place = '/contractor/transaction/new_expense'
  const note = field(page, 'Comment')
  const net = field(page, 'Net')
  await open(place)
  await net.fill('41.70')
  await note.fill('Train to the client')
  await expect.poll(() => page.evaluate(keptNames), { timeout: 60_000 }).toHaveLength(1)
  expect(await page.evaluate(keptText)).not.toMatch(/41\.70|Train/)
  await page.reload()
  await see(back)
  expect([await net.inputValue(), await note.inputValue()]).toEqual(['41.70', 'Train to the client'])
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await gone(back)
  expect([await net.inputValue(), await note.inputValue()]).toEqual(['', ''])
  expect(await page.evaluate(keptNames)).toEqual([])

  await net.fill('12.50')
  await note.fill('Taxi home')
  await page.reload()
  await see(back)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await see(page.getByRole('heading', { name: /EXP/ }))
  await expect.poll(() => page.evaluate(keptNames), { timeout: 60_000 }).toEqual([])
  await open(place)
  await net.waitFor()
  await gone(back)
  expect(await net.inputValue()).toBe('')
  await context.close()
})

test('a second person at the same browser sees nothing of the first, and cannot read it', async () => {
  const { page, context, open } = await signIn(browser, stint, 'contractor')
  await open('/contractor/transaction/new_expense')
  await field(page, 'Comment').fill('A word of the first')
  await expect.poll(() => page.evaluate(keptNames), { timeout: 60_000 }).toHaveLength(1)
  const own = await page.evaluate(readable)
  // The session ends without a sign-out: closed by an administrator, or expired.
  await context.clearCookies()
  const headers = { 'x-stint-csrf': '1' }
  await context.request.post('/api/auth/demo', { data: { persona: 'agency_admin' }, headers })
  await open('/agency/transaction/new_expense')
  await field(page, 'Comment').waitFor()
  expect(await field(page, 'Comment').inputValue()).toBe('')
  await gone(page.getByText('What you typed before is back.'))
  expect([own, await page.evaluate(readable)]).toEqual([1, 0])
  expect(await page.evaluate(keptText)).not.toContain('A word of the first')
  await context.clearCookies()
  await context.request.post('/api/auth/demo', { data: { persona: 'contractor' }, headers })
  await open('/contractor/transaction/new_expense')
  await see(page.getByText('What you typed before is back.'))
  expect(await field(page, 'Comment').inputValue()).toBe('A word of the first')
  await context.close()
})

test('a dialog: leaving it on purpose drops the draft, a reload keeps it, two tabs keep the fields of both', async () => {
  const { page, context, open } = await signIn(browser, stint, 'agency_admin')
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  const shown = async (at: Page) => {
    await card(at, 'Profile').getByRole('button', { name: 'Edit', exact: true }).click()
    await at.getByRole('dialog', { name: 'Edit profile' }).waitFor()
  }
  await open('/agency/admin')
  await shown(page)
  await field(dialog, 'Website').fill('https://example.com')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await gone(dialog)
  await shown(page)
  expect(await field(dialog, 'Website').inputValue()).not.toBe('https://example.com')
  await field(dialog, 'Website').fill('https://example.com')
  const other = await context.newPage()
  await other.goto('/agency/admin')
  await shown(other)
  await see(other.getByText('What you typed before is back.'))
  await field(other.getByRole('dialog'), 'Address line 4').fill('Back door')
  await page.reload()
  await shown(page)
  await see(dialog.getByText('What you typed before is back.'))
  expect(await field(dialog, 'Website').inputValue()).toBe('https://example.com')
  expect(await field(dialog, 'Address line 4').inputValue()).toBe('Back door')
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await gone(dialog)
  await expect.poll(() => page.evaluate(keptNames), { timeout: 60_000 }).toEqual([])
  await context.close()
})

/** Runs in the page: how many of the kept values the session's key opens. */
async function readable(): Promise<number> {
  const answer = await (await fetch('/api/auth/session', { headers: { accept: 'application/json' } })).json()
  const bytes = Uint8Array.from(atob(answer.data.device_key), (letter) => letter.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])
  const all = await new Promise<{ names: string[]; rows: { iv: BufferSource; data: ArrayBuffer }[] }>(
    (resolve) => {
      const opening = indexedDB.open('stint')
      opening.onsuccess = () => {
        const kept = opening.result.transaction('kept').objectStore('kept')
        const names = kept.getAllKeys()
        const rows = kept.getAll()
        rows.onsuccess = () => {
          opening.result.close()
          resolve({ names: names.result.map(String), rows: rows.result })
        }
      }
    },
  )
  const opened = all.rows.map(({ iv, data }, at) =>
    crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(all.names[at]) },
      key,
      data,
    ),
  )
  return (await Promise.allSettled(opened)).filter(({ status }) => status === 'fulfilled').length
}

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

test('after two submissions the device offers to install Stint, once', async () => {
  const { page, context, open } = await signIn(browser, stint, 'contractor', phone)
  await open(path)
  await see(page.getByRole('heading', { level: 1 }))
  const offer = page.getByRole('region', { name: 'Install Stint' })
  /** As browsers with a way to install tell the page. */
  const tell = () =>
    page.evaluate(() => {
      const prompt = async () => document.documentElement.setAttribute('data-asked', 'yes')
      dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
    })
  await tell()
  await gone(offer)
  await page.evaluate(() => localStorage.setItem('stint.install', '{"submissions":2}'))
  await tell()
  await see(offer)
  expect(await axeFaults(page)).toEqual([])
  await offer.getByRole('button', { name: 'Install' }).click()
  await gone(offer)
  expect(await page.locator('html').getAttribute('data-asked')).toBe('yes')
  await tell()
  await gone(offer)
  await context.close()
})
