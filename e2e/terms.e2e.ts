/**
 * What money depends on: terms that a client agrees to, fee rules that may not meet, and approved work that cannot be
 * invoiced because one of them, or a rate, is missing. What is typed wrong is refused where it stands, and stays.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { confirm, field, messageOf, pick, see, toast } from './look.ts'
import { openBrowser, type Person, signIn, signInByPassword } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const patience = { timeout: 60_000 }

let agency: Person
let today: ReturnType<typeof day>

beforeAll(async () => {
  agency = await signIn(browser, stint, 'agency_admin')
  today = day((await agency.session()).today)
})

describe('new payment terms', () => {
  const terms = () =>
    stint.sql<{ status: string; payment_terms: number }>(
      `select c.status, c.payment_terms from config.configuration c
       join business.business b on b.id = c.business_id and b.name = 'Brightwater Analytics Limited'
       where c.type = 'payment_terms' and c.sub_type = 'temp_placement' and c.deleted_at is null
         and c.created_at > now() - interval '1 day' order by c.created_at`,
    )

  const waiting = `config/payment_terms?filter_by=${encodeURIComponent(JSON.stringify({ status: { in: ['inprogress'] } }))}`

  async function row_action(page: Page, label: string): Promise<void> {
    const row = page
      .getByRole('row')
      .filter({ hasText: label === 'Withdraw' ? 'Brightwater' : 'Larkfield' })
      .filter({ hasText: 'Pending Client Approval' })
    await row.getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: label }).click()
    await confirm(page)
  }

  test('are refused under their field, and nothing typed is lost', async () => {
    const { page, open } = agency
    await open('/agency/config/new_payment_terms')
    await pick(page, 'Client', 'Brightwater')
    const send = page.getByRole('button', { name: 'Send to client' })
    const days = field(page, 'Payment terms')
    const from = page.getByRole('textbox', { name: 'Effective from' })
    for (const [typed, said] of [
      ['', validationText.required],
      ['many', validationText.number],
      ['400', validationText.max],
      ['30', 'These are the terms already'],
    ] as const) {
      await days.fill(typed)
      await send.click()
      await expect.poll(() => messageOf(days), patience).toBe(said)
      expect(await days.inputValue()).toBe(typed)
    }
    await days.fill('14')
    for (const [typed, said] of [
      ['soon', validationText.matches],
      [formatDay(addDays(today, -1)), 'Documents of earlier days keep their terms: choose today or later'],
    ] as const) {
      await from.fill(typed)
      await send.click()
      await expect.poll(() => messageOf(from), patience).toBe(said)
    }
    expect(await terms()).toEqual([])
    await from.fill(formatDay(today))
    await send.dblclick()
    await see(toast(page, 'Sent to the client'))
    expect(await terms()).toEqual([{ status: 'inprogress', payment_terms: 14 }])
  })

  test('are withdrawn by the agency and requested again', async () => {
    const { page, open } = agency
    await open(`/agency/${waiting}`)
    await row_action(page, 'Withdraw')
    await expect.poll(terms, patience).not.toContainEqual({ status: 'inprogress', payment_terms: 14 })
    for (const expected of ['Sent to the client', 'The client is asked about other terms already']) {
      await open('/agency/config/new_payment_terms')
      await pick(page, 'Client', 'Brightwater')
      await field(page, 'Payment terms').fill('21')
      await page.getByRole('button', { name: 'Send to client' }).click()
      await see(page.getByText(expected, { exact: true }))
    }
  })

  test('hold once the client has agreed', async () => {
    const client = await signIn(browser, stint, 'invoice_contact')
    await client.open(`/client/${waiting}`)
    await row_action(client.page, 'Approve')
    await expect
      .poll(async () => (await terms()).at(-1), patience)
      .toEqual({ status: 'completed', payment_terms: 21 })
    await client.context.close()
  })
})

describe('a fee rule', () => {
  test('overlapping fee rule: names the other; allowed once that one has ended', async () => {
    const { page, open, context } = await signIn(browser, stint, 'provider_operations')
    await open('/provider/contract/new_service_charge')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    expect(await messageOf(field(page, 'Agency'))).toBe(validationText.required)
    expect(await messageOf(field(page, 'Value'))).toBe(validationText.required)
    await pick(page, 'Agency', 'Larkfield')
    const from = page.getByRole('textbox', { name: 'Effective from' })
    for (const [typed, said] of [
      ['101', validationText.max],
      ['-1', validationText.positive],
      ['three', validationText.number],
    ] as const) {
      await field(page, 'Value').fill(typed)
      await save.click()
      await expect.poll(() => messageOf(field(page, 'Value')), patience).toBe(said)
    }
    await field(page, 'Value').fill('2.75')
    await save.click()
    await expect
      .poll(() => messageOf(from), patience)
      .toMatch(/^A service fee rule for the same work holds from .*: end it first$/)
    expect(await field(page, 'Value').inputValue()).toBe('2.75')
    const [rule] = await stint.sql<{ id: string }>(
      `select r.id from contract.service_charge r join business.business b on b.id = r.agency_id and b.name = 'Larkfield Talent Limited'
       where r.service_type = 'temp_placement' and r.fee_type = 'service_fee' and r.deleted_at is null and r.effective_to is null
         and r.transaction_id is null order by r.effective_from desc limit 1`,
    )
    const other = await context.newPage()
    await other.goto(`/provider/contract/service_charge/${rule?.id}`)
    await other.getByRole('button', { name: 'End', exact: true }).click()
    const ends = other.getByRole('dialog')
    const last = ends.getByRole('textbox', { name: 'Last day' })
    // A day that cannot be is not taken for the one that stood there.
    await last.fill(formatDay(addDays(today, -3)))
    await ends.getByRole('button', { name: 'End', exact: true }).click()
    await see(ends.getByRole('alert').getByText(/^Should be /))
    const stands = async () =>
      (
        await stint.sql<{ to: string | null }>(
          'select effective_to::text as to from contract.service_charge where id = $1',
          rule?.id,
        )
      )[0]
    expect(await stands()).toEqual({ to: null })
    await last.fill(formatDay(today))
    await ends.getByRole('button', { name: 'End', exact: true }).click()
    await see(toast(other, 'The fee rule has a last day'))
    expect(await stands()).toEqual({ to: today })
    await other.close()
    await from.fill(formatDay(addDays(today, 1)))
    await save.dblclick()
    await page.waitForURL((url) => url.pathname.includes('/contract/service_charge/'))
    await see(page.getByText('2.75% of gross').first())
    await context.close()
  })
})

describe('approved work', () => {
  type Sheet = {
    id: string
    human_id: string
    contract_id: string
    email: string
    start_date: string
    status: string
  }

  test('days without a rate: cannot be entered, with the reason', async () => {
    const [sheet] = await stint.sql<Sheet & { rates: number }>(
      `select t.id, t.human_id, t.contract_id, u.email, t.start_date::text, t.status,
         (select count(distinct r.group_id)::int from contract.rate r where r.contract_id = t.contract_id and r.deleted_at is null) as rates
       from transaction.timesheet t
       join business.business_contact c on c.business_id = t.contractor_id join platform."user" u on u.id = c.user_id
       where t.status = 'draft' and t.client_id = (select id from business.business where name = 'Brightwater Analytics Limited')
       order by t.human_id limit 1`,
    )
    if (!sheet) throw new Error('no draft')
    const first = day(sheet.start_date)
    // Rates are ended by a change request on another day: these rows are what it would leave behind.
    await stint.sql(
      'update contract.rate set effective_to = $2 where contract_id = $1',
      sheet.contract_id,
      addDays(first, 1),
    )
    const contractor = await signInByPassword(browser, stint, sheet.email)
    await contractor.open(`/contractor/transaction/timesheet/${sheet.id}`)
    await see(contractor.page.getByLabel(/^No Standard rate is in force on this day/))
    expect(await contractor.page.locator('input[data-cell]').count()).toBe(2 * sheet.rates)
    await stint.sql('update contract.rate set effective_to = null where contract_id = $1', sheet.contract_id)
    await contractor.context.close()
  })

  test('of a client without payment terms waits in suspense with the reason, and is raised once there are some', async () => {
    const approver = await signIn(browser, stint, 'timesheet_approver')
    const [sheet] = await stint.sql<Sheet>(
      `select t.id, t.human_id, t.contract_id from transaction.timesheet t
       where t.status = 'submitted' and t.client_id = (select id from business.business where name = 'Brightwater Analytics Limited')
       order by t.human_id limit 1`,
    )
    if (!sheet) throw new Error('nothing is submitted')
    await stint.sql(
      `update contract.contract_entity set deleted_at = now() where contract_id = $1 and type = 'client' and deleted_at is null`,
      sheet.contract_id,
    )
    await approver.open(`/client/transaction/timesheet/${sheet.id}`)
    await approver.page.getByRole('button', { name: /^Approve/ }).click()
    // The decision waits its ten seconds for an undo.
    const status = () =>
      stint.sql<{ status: string }>('select status from transaction.timesheet where id = $1', sheet.id)
    await expect.poll(status, { timeout: 120_000 }).toEqual([{ status: 'suspense' }])
    const reason = `There are no client payment terms in force on ${formatDay(today)}`
    const { page, open } = agency
    await open(`/agency/transaction/timesheet/${sheet.id}`)
    await see(page.getByText(reason), page.getByText('Suspense', { exact: true }))
    // The client has approved; what is missing is not theirs to read.
    expect(await approver.page.getByRole('main').innerText()).not.toContain('payment terms')
    // The reason stands on the page already: only the server's answer shows that this try is over.
    const refused = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('transaction.timesheet.raise') ?? false,
      patience,
    )
    await page.getByRole('button', { name: 'Raise documents' }).click()
    await refused
    await see(toast(page, new RegExp(reason)).or(page.getByText(reason)).first())
    await stint.sql(
      `update contract.contract_entity set deleted_at = null where contract_id = $1 and type = 'client'`,
      sheet.contract_id,
    )
    await page.getByRole('button', { name: 'Raise documents' }).dblclick()
    await see(page.getByText('Approved', { exact: true }).first())
    const sets = () => stint.sql('select id from transaction.invoice_set where timesheet_id = $1', sheet.id)
    await expect.poll(sets, patience).toHaveLength(1)
    await approver.context.close()
  })
})
