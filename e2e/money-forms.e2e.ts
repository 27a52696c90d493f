/**
 * Forms about money under hands that err: sent empty, sent without a connection, sent twice. What is refused is said
 * under its field in the words of spec §5, the keyboard stands there, and nothing that was typed is lost (quality U5).
 */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { card, gone, menu, messageOf, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

/** The machine may be busy; nothing here measures time. */
const patience = { timeout: 60_000 }

type Form = {
  readonly path: string
  readonly persona: string
  readonly submit: string
  /** Labels of what is asked for, in order; the first is where the keyboard stands when all is missing. */
  readonly missing: readonly string[]
  /** Fills it with what will be accepted; `mark` is found again in the database. */
  readonly fill: (page: Page, mark: string) => Promise<void>
  readonly made: string
}

const choose = async (page: Page, label: string, typed: string): Promise<void> => {
  await field(page, label).fill(typed)
  await page
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click()
}

const single = (mark: string) => [
  ['Title', mark],
  ['Net amount', '125.50'],
  ['Description', 'One day on site'],
]
const type = async (page: Page, pairs: readonly (readonly string[])[]): Promise<void> => {
  for (const [label, text] of pairs) {
    const input = field(page, label ?? '')
    await input.click()
    await input.fill(text ?? '')
  }
}

const forms: readonly Form[] = [
  {
    path: '/provider/transaction/new_bank_line',
    persona: 'provider_operations',
    submit: 'Record',
    missing: ['Amount'],
    fill: (page, mark) =>
      type(page, [
        ['Amount', '12.50'],
        ['Reference', mark],
      ]),
    made: 'select id from transaction.bank_line where reference = $1',
  },
  {
    path: '/agency/contract/new_sales_invoice',
    persona: 'agency_admin',
    submit: 'Save as draft',
    missing: ['Client', 'Title', 'Net amount', 'Description'],
    fill: async (page, mark) => {
      await choose(page, 'Client', 'Brightwater')
      await type(page, single(mark))
    },
    made: 'select id from contract.contract where title = $1',
  },
  {
    path: '/provider/contract/new_adhoc_fee',
    persona: 'provider_operations',
    submit: 'Save as draft',
    missing: ['Agency', 'Title', 'Net amount', 'Description'],
    fill: async (page, mark) => {
      await choose(page, 'Agency', 'Larkfield')
      await type(page, single(mark))
    },
    made: 'select id from contract.contract where title = $1',
  },
  {
    path: '/provider/transaction/new_collection_note',
    persona: 'provider_operations',
    submit: 'Make the note',
    missing: ['Agency', 'Amount', 'Reason'],
    fill: async (page, mark) => {
      await page.getByLabel('Agency').selectOption({ index: 1 })
      await type(page, [
        ['Amount', '40'],
        ['Reason', mark],
      ])
    },
    made: 'select id from transaction.collection_note where reason = $1',
  },
]

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}\\b`)).first()
const toast = (page: Page, text: string | RegExp) => page.getByLabel('Messages, Alt T').getByText(text)

describe.each(forms)('$path', ({ path, persona, submit, missing, fill, made }) => {
  const mark = `form ${path.slice(path.lastIndexOf('/') + 1)}`
  const button = (page: Page) => page.getByRole('button', { name: submit, exact: true })

  test('sent empty: names each missing field and focuses the first', async () => {
    const { page, open, context } = await signIn(browser, stint, persona)
    await open(path)
    await page.waitForLoadState('networkidle')
    await button(page).click()
    await see(page.getByText(validationText.required).first())
    for (const label of missing) {
      expect(await messageOf(field(page, label)), label).toBe(validationText.required)
    }
    await expect
      .poll(() => field(page, missing[0] ?? '').evaluate((one) => one === document.activeElement), patience)
      .toBe(true)
    await context.close()
  })

  test('invalid amount: refused under it, and everything typed stays', async () => {
    const { page, open, context } = await signIn(browser, stint, persona)
    await open(path)
    await page.waitForLoadState('networkidle')
    await fill(page, mark)
    const amount = page.getByLabel(/amount/i).first()
    for (const wrong of ['12,5O', '1.234', 'ten']) {
      await amount.fill(wrong)
      await button(page).click()
      await expect.poll(() => amount.getAttribute('aria-invalid'), patience).toBe('true')
      expect(await amount.inputValue()).toBe(wrong)
      await expect.poll(() => button(page).getAttribute('aria-busy'), patience).toBe(null)
    }
    expect(await stint.sql(made, mark)).toEqual([])
    // Leaving asks first, and No stays with all that was typed.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await see(page.getByRole('dialog').getByText('Your changes are not saved and will be lost.'))
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click()
    await gone(page.getByRole('dialog'))
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await amount.inputValue()).toBe('ten')
    await context.close()
  })

  test('without a connection: says so and keeps the text; two clicks after it is back make one', async () => {
    const { page, open, context } = await signIn(browser, stint, persona)
    await open(path)
    await page.waitForLoadState('networkidle')
    await fill(page, mark)
    const typed = await page.locator('form').first().locator('input, textarea').evaluateAll(valuesOf)
    await context.setOffline(true)
    await button(page).click()
    await see(toast(page, 'No connection. Your entries are kept. Please try again.'))
    expect(await page.locator('form').first().locator('input, textarea').evaluateAll(valuesOf)).toEqual(typed)
    expect(await stint.sql(made, mark)).toEqual([])
    await context.setOffline(false)
    await gone(page.getByText("You're offline"))
    await button(page).dblclick()
    await page.waitForURL((url) => url.pathname !== path)
    expect(await stint.sql(made, mark)).toHaveLength(1)
    await context.close()
  })
})

/** What stands in each field; runs in the page. */
function valuesOf(all: Element[]): string[] {
  return all.map((one) => (one as HTMLInputElement | HTMLTextAreaElement).value) // The locator asked for these two.
}

describe('Enter', () => {
  /** The text area gets three lines, by Enter and by Shift Enter, and nothing is sent. */
  async function threeLines(page: Page, area: Locator, mark: string, rows: () => Promise<unknown[]>) {
    await area.click()
    await page.keyboard.type(mark)
    await page.keyboard.press('Enter')
    await page.keyboard.type('second')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('third')
    const text = `${mark}\nsecond\nthird`
    expect(await area.inputValue()).toBe(text)
    expect(await rows()).toEqual([])
    return text
  }

  test('page: breaks the line in a text area, and sends the form from another field', async () => {
    const { page, open, context } = await signIn(browser, stint, 'provider_operations')
    const path = '/provider/transaction/new_collection_note'
    const made = () =>
      stint.sql('select reason from transaction.collection_note where reason like $1', 'by Enter%')
    await open(path)
    await page.getByLabel('Agency').selectOption({ index: 1 })
    await field(page, 'Amount').fill('41')
    const reason = await threeLines(page, field(page, 'Reason'), 'by Enter', made)
    await field(page, 'Amount').press('Enter')
    await page.waitForURL((url) => url.pathname !== path)
    expect(await made()).toEqual([{ reason }])
    await context.close()
  })

  test('dialog: breaks the line in a text area, and sends the form from another field', async () => {
    const { page, open, context } = await signIn(browser, stint, 'agency_admin')
    const made = () => stint.sql('select body from transaction.chase where body like $1', 'by Enter%')
    await open('/')
    await menu(page, 'Client Statement').click()
    await page.getByRole('link', { name: 'Brightwater Analytics Limited' }).first().click()
    await card(page, 'Credit control').getByRole('button', { name: 'Note a call' }).click()
    const dialog = page.getByRole('dialog', { name: 'Call with Brightwater Analytics Limited' })
    const person = dialog.getByLabel(/^Spoken with/)
    await person.fill('Wren Oakley')
    const body = await threeLines(page, dialog.getByLabel(/^Notes/), 'by Enter', made)
    await person.press('Enter')
    await gone(dialog)
    expect(await made()).toEqual([{ body }])
    await context.close()
  })
})

describe('a page of money', () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const rows = `with his as (select business_id from business.business_contact where preferences ->> 'persona' = 'copperbeech_admin')
    select
    (select s.id from transaction.payment_receipt_summary s, his
      where s.type = 'receipt' and s.agency_id is distinct from his.business_id limit 1) as receipts,
    (select c.id from transaction.consolidated_invoice c, his where c.agency_id <> his.business_id limit 1) as consolidated_invoice,
    (select r.id from transaction.refinement r, his where r.agency_id <> his.business_id limit 1) as refinement`

  test.each(['receipts', 'consolidated_invoice', 'refinement'])(
    'of another agency’s %s reads as one that does not exist',
    async (what) => {
      const [his] = await stint.sql<Record<string, string>>(rows)
      const { page, open, context } = await signIn(browser, stint, 'copperbeech_admin')
      const read: string[] = []
      for (const id of [his?.[what], nobody]) {
        await open(`/agency/transaction/${what}/${id}`)
        await see(page.getByRole('heading', { name: /not found$/ }))
        read.push(await page.getByRole('main').innerText())
      }
      expect(read[0]).toBe(read[1])
      await context.close()
    },
  )

  test('provider-only page: not found for others', async () => {
    for (const [persona, path] of [
      ['agency_admin', '/agency/transaction/cash_match'],
      ['agency_admin', '/agency/payment/new_batch'],
      ['agency_admin', '/agency/contract/new_adhoc_fee'],
      ['invoice_contact', '/client/transaction/new_bank_line'],
      ['agency_read_only', '/agency/contract/new_sales_invoice'],
      ['provider_approver', '/provider/payment/new_batch'],
    ] as const) {
      const { page, open, context } = await signIn(browser, stint, persona)
      await open(path)
      await see(page.getByRole('heading', { name: 'Page not found' }))
      await context.close()
    }
  })
})
