/** When clients are sent their statements: the agency's day for all, a client's own schedule, a pause, and the letter itself. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDays, day, formatDay, formatDayLong } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { card, confirm, field, gone, messageOf, see, toast } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

let agency: Person
let page: Page
const clients = { brightwater: '', orchardvale: '' }

beforeAll(async () => {
  agency = await signIn(browser, stint, 'agency_admin')
  page = agency.page
  for (const [key, name] of [
    ['brightwater', 'Brightwater Analytics Limited'],
    ['orchardvale', 'Orchard & Vale Retail plc'],
  ] as const) {
    const [row] = await stint.sql<{ id: string }>('select id from business.business where name = $1', name)
    clients[key] = row?.id ?? ''
  }
})

const open = (client: keyof typeof clients) =>
  agency.open(`/agency/report/client_statement/${clients[client]}`)
const statements = (of: Page = page) => of.getByRole('region', { name: 'Statements', exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

test('statement day for all clients: days missing from some months are refused under it, and the rest of the plan stays', async () => {
  await open('brightwater')
  await see(statements().getByText('on day 5 of every month'))
  await card(page, 'Credit control').getByRole('button', { name: 'Plan', exact: true }).click()
  const plan = dialog('Chasing plan')
  const on_day = field(plan, 'Statements on day of month')
  await see(plan.getByLabel('Subject'))
  const letters = await plan.getByLabel('Subject').count()
  for (const [typed, said] of [
    ['31', validationText.max],
    ['0', validationText.min],
    ['first', validationText.number],
  ] as const) {
    await on_day.fill(typed)
    await plan.getByRole('button', { name: 'Set the plan' }).click()
    await expect.poll(() => messageOf(on_day), { timeout: 60_000 }).toBe(said)
    expect(await on_day.inputValue()).toBe(typed)
  }
  await on_day.fill('12')
  await plan.getByRole('button', { name: 'Set the plan' }).dblclick()
  await see(statements().getByText('on day 12 of every month'))
  await gone(plan)
  expect(await statements().innerText()).not.toContain('own schedule')
  const kept = await stint.sql<{ steps: number; days: number[] }>(
    `select (select count(*)::int from business.chase_step s where s.agency_id = x.agency_id and s.deleted_at is null) as steps,
       array_agg(x.day_of_month) as days
     from business.statement_schedule x join business.business b on b.id = x.agency_id and b.name = 'Larkfield Talent Limited'
     where x.deleted_at is null group by x.agency_id`,
  )
  expect(kept).toEqual([{ steps: letters, days: [12] }])
})

test('statement schedule of one client: replaces the agency’s and names the next day', async () => {
  await statements().getByRole('button', { name: 'Schedule', exact: true }).click()
  const form = dialog('Statements of Brightwater Analytics Limited')
  expect(await field(form, 'How often').locator('option:checked').textContent()).toBe(
    'Same as for all clients: on day 12 of every month',
  )
  await field(form, 'How often').selectOption({ label: 'Every month' })
  await field(form, 'Day of month').fill('29')
  await form.getByRole('button', { name: 'Set the schedule' }).click()
  expect(await messageOf(field(form, 'Day of month'))).toBe(validationText.max)
  await field(form, 'How often').selectOption({ label: 'Every week' })
  await field(form, 'Weekday').selectOption({ label: 'Friday' })
  await form.getByRole('button', { name: 'Set the schedule' }).click()
  await see(statements().getByText('every friday (this client’s own schedule)'))
  await see(statements().getByText(/next on \d{2} \w{3} \d{4} if invoices are open/))
})

test('a pause that cannot be is refused as it was typed, and one that can holds the next one back', async () => {
  const today = day((await agency.session()).today)
  await statements().getByRole('button', { name: 'Schedule', exact: true }).click()
  const form = dialog('Statements of Brightwater Analytics Limited')
  const until = form.getByRole('textbox', { name: 'Paused until' })
  const set = form.getByRole('button', { name: 'Set the schedule' })
  // An unreadable day is no day: it is neither taken for the one before it nor for none.
  await until.fill('the end of the month')
  await set.click()
  await expect.poll(() => messageOf(until), { timeout: 60_000 }).toBe(validationText.matches)
  expect(await until.inputValue()).toBe('the end of the month')
  await until.fill(formatDay(addDays(today, -1)))
  await set.click()
  await expect
    .poll(() => messageOf(until), { timeout: 60_000 })
    .toBe(validationText.min_date(formatDay(addDays(today, -1))))
  const last = addDays(today, 20)
  await until.fill(formatDay(last))
  await set.click()
  await see(statements().getByText(`Paused until ${formatDayLong(last)}`))
  await gone(form)
  const next = /next on (\d{2} \w{3} \d{4})/.exec(await statements().innerText())?.[1] ?? ''
  expect(Date.parse(`${next} UTC`)).toBeGreaterThan(Date.parse(`${last}T00:00Z`))
})

test('statement letter: the preview equals the mail, also by hand', async () => {
  await statements().getByRole('button', { name: 'Preview', exact: true }).click()
  const letter = page.getByRole('dialog').getByRole('region', { name: 'Letter' })
  const [owed] = await stint.sql<{ human_id: string }>(
    `select human_id from transaction.invoice where client_id = $1 and type = 'provider-client' and status = 'open'
       and not is_credit_note order by due_date, human_id limit 1`,
    clients.brightwater,
  )
  await see(letter.getByText(owed?.human_id ?? 'an open invoice'))
  const subject = await page.getByRole('dialog').getByRole('heading').first().innerText()
  await page.keyboard.press('Escape')
  await card(page, 'Credit control').getByRole('button', { name: 'Send statement' }).click()
  await confirm(page)
  await see(toast(page, /^The statement is on its way to /))
  const mails = () =>
    stint.sql<{ files: number }>(
      `select (select count(*)::int from log.mail_attachment a where a.mail_id = m.id) as files from log.mail m where m.subject = $1`,
      subject,
    )
  await expect.poll(async () => (await mails()).at(-1)?.files, { timeout: 120_000 }).toBe(1)
})

test('statement schedule: others read it, and only the agency’s admin sets it', async () => {
  const bookkeeper = await signIn(browser, stint, 'agency_read_only', {
    viewport: { width: 360, height: 740 },
  })
  await bookkeeper.open(`/agency/report/client_statement/${clients.orchardvale}`)
  await see(statements(bookkeeper.page).getByText('on day 12 of every month'))
  await see(statements(bookkeeper.page).getByText(/^Paused until /))
  expect(await bookkeeper.page.getByRole('button', { name: 'Schedule', exact: true }).count()).toBe(0)
  const refused = await bookkeeper.act('business.client_statement_schedule.set', {
    client_id: clients.orchardvale,
    frequency: 'off',
  })
  expect(refused).toMatchObject({ success: false, message: 'You do not have permission to do this' })
  await bookkeeper.context.close()
  const stranger = await signIn(browser, stint, 'meridian_admin')
  const hidden = await stranger.act('business.client_statement_schedule.set', {
    client_id: clients.orchardvale,
    frequency: 'off',
  })
  expect(hidden).toMatchObject({ status: 404, code: 'not_found' })
  await stranger.context.close()
})
