/**
 * A dispute from hand to hand: the client says what is wrong on a phone, the agency takes it, gives it to somebody, and
 * calls it settled. What agency and provider write to each other the client never reads.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { card, field, gone, menu, messageOf, see, toast } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const reason = 'Eight hours on Friday, the office was closed from noon'
const aside = 'Ask Marcus for the gate log first'
const settled = 'Friday was worked at home, as agreed with Joanne'
const lost = 'Your changes are not saved and will be lost.'

let invoice: { id: string; human_id: string; client_id: string }
let client: Person
let agency: Person
let colleague: Person

beforeAll(async () => {
  const rows = await stint.sql<typeof invoice>(
    `select i.id, i.human_id, i.client_id from transaction.invoice i
     join business.business c on c.id = i.client_id and c.name = 'Brightwater Analytics Limited'
     where i.type = 'provider-client' and i.status = 'open' and not i.is_disputed and not i.is_credit_note
     order by i.human_id limit 1`,
  )
  if (!rows[0]) throw new Error('no open invoice')
  invoice = rows[0]
  client = await signIn(browser, stint, 'invoice_contact', { viewport: { width: 360, height: 740 } })
  agency = await signIn(browser, stint, 'agency_admin')
  colleague = await signIn(browser, stint, 'primary_staff_user', { viewport: { width: 768, height: 1024 } })
})

const disputes = () =>
  stint.sql<{ status: string; reason: string }>(
    'select status, reason from transaction.dispute where invoice_id = $1 order by created_at',
    invoice.id,
  )
const dispute = (page: Page) => card(page, 'Dispute')
const owners = (page: Page) => dispute(page).getByRole('list', { name: 'Owners, oldest first' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('dispute: the client must give a reason; nothing typed is lost, two clicks make one', async () => {
  const { page, open, context } = client
  await open(`/client/transaction/invoice/${invoice.id}`)
  await page.getByRole('button', { name: 'Dispute', exact: true }).click()
  const form = dialog(page, `Dispute ${invoice.human_id}`)
  const send = form.getByRole('button', { name: 'Dispute', exact: true })
  await send.click()
  expect(await messageOf(field(form, 'Reason'))).toBe(validationText.specify_reason)
  // Who settles it is not the client's to say.
  expect(await form.getByLabel(/^Owner/).count()).toBe(0)
  await field(form, 'Reason').fill(reason)
  await page.keyboard.press('Escape')
  const asked = dialog(page, 'Are you sure?')
  await see(asked.getByText(lost))
  await asked.getByRole('button', { name: 'No' }).click()
  await gone(asked)
  await context.setOffline(true)
  await send.click()
  await see(toast(page, 'No connection. Your entries are kept. Please try again.'))
  expect(await field(form, 'Reason').inputValue()).toBe(reason)
  expect(await disputes()).toEqual([])
  await context.setOffline(false)
  await gone(page.getByText("You're offline"))
  await send.dblclick()
  await see(dispute(page).getByText('No owner yet'), dispute(page).getByText(reason))
  await gone(form)
  expect(await disputes()).toEqual([{ status: 'open', reason }])
  expect(await page.getByRole('button', { name: 'Dispute', exact: true }).count()).toBe(0)
})

test('dispute: the agency finds it on the client’s statement, takes it, and assigns it to a colleague by mail', async () => {
  const { page, open } = agency
  await open('/')
  await menu(page, 'Client Statement').click()
  await page.getByRole('link', { name: 'Brightwater Analytics Limited' }).first().click()
  const control = card(page, 'Credit control')
  await see(control.getByText('One dispute is open'), control.getByText('No owner yet'))
  await control.getByRole('link', { name: invoice.human_id }).click()
  await dispute(page).getByRole('button', { name: 'Assign', exact: true }).click()
  const form = dialog(page, `Assign the dispute of ${invoice.human_id}`)
  // Oneself first.
  await expect.poll(() => field(form, 'Owner').locator('option:checked').innerText()).toMatch(/, you$/)
  await form.getByRole('button', { name: 'Assign', exact: true }).click()
  await see(owners(page).getByText('Rachel Hargreaves took it'))
  await dispute(page).getByRole('button', { name: 'Change owner' }).click()
  await field(form, 'Owner').selectOption({ label: 'Tom Ashworth' })
  await field(form, 'Comment').fill(aside)
  await form.getByRole('button', { name: 'Assign', exact: true }).click()
  await see(
    toast(page, `Tom Ashworth owns the dispute of ${invoice.human_id}`),
    owners(page).getByText(`Rachel Hargreaves gave it to Tom Ashworth: ${aside}`),
  )
  expect(await owners(page).getByRole('listitem').count()).toBe(2)
  const mail = () =>
    stint.sql<{ to: string; body_text: string }>(
      `select m."to", m.body_text from log.mail m where m.subject = $1`,
      `Please settle the dispute of ${invoice.human_id}`,
    )
  await expect.poll(async () => (await mail()).length, { timeout: 60_000 }).toBe(1)
  const [told] = await mail()
  expect(JSON.stringify(told)).toContain((await colleague.session()).user.email)
  expect(told?.body_text).toContain(reason)
  expect(told?.body_text).toContain(aside)
})

test('dispute: the client reads the owner’s name and no internal notes', async () => {
  const { page } = client
  await page.reload()
  await see(dispute(page).getByText('Tom Ashworth, Larkfield Talent Limited'))
  expect(await page.getByRole('main').innerText()).not.toContain(aside)
  expect(await owners(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Change owner' }).count()).toBe(0)
  expect(await client.refusal('{ transaction_dispute_step { comment } }')).toMatch(/transaction_dispute_step/)
})

test('another agency neither reads nor settles it', async () => {
  const stranger = await signIn(browser, stint, 'meridian_admin')
  for (const [action_id, input] of [
    ['transaction.invoice.resolve_dispute', { id: invoice.id }],
    ['transaction.invoice.assign_dispute', { id: invoice.id, owner_id: invoice.id }],
    ['transaction.invoice.dispute', { id: invoice.id, reason }],
  ] as const) {
    expect(await stranger.act(action_id, input)).toMatchObject({ status: 404, code: 'not_found' })
  }
  await stranger.context.close()
  expect((await disputes()).map(({ status }) => status)).toEqual(['open'])
})

test('dispute: its owner settles it; an open form elsewhere gets a conflict', async () => {
  const { page, open } = colleague
  const stale = agency.page
  await stale.getByRole('button', { name: 'Resolve dispute' }).click()
  const late = dialog(stale, `Settle the dispute of ${invoice.human_id}`)
  await field(late, 'How it was settled').fill('Nobody has settled it')
  await open(`/agency/transaction/invoice/${invoice.id}`)
  await page.getByRole('button', { name: 'Resolve dispute' }).click()
  const form = dialog(page, `Settle the dispute of ${invoice.human_id}`)
  await field(form, 'How it was settled').fill(settled)
  await form.getByRole('button', { name: 'Resolve', exact: true }).click()
  await see(
    dispute(page).getByText('Settled', { exact: true }),
    dispute(page).getByText(new RegExp(`^Settled .* by Tom Ashworth: ${settled}$`)),
  )
  await late.getByRole('button', { name: 'Resolve', exact: true }).click()
  await see(toast(stale, `Invoice ${invoice.human_id} is not disputed`))
  expect(await disputes()).toEqual([{ status: 'settled', reason }])
  await client.page.reload()
  await see(dispute(client.page).getByText(new RegExp(`by Tom Ashworth: ${settled}$`)))
  // Settled, so that it can be disputed anew.
  await see(client.page.getByRole('button', { name: 'Dispute', exact: true }))
  expect((await verifyDatabase(stint)).filter(({ broken }) => broken.length > 0)).toEqual([])
})
