/** Steps 1 to 3: the placement, the week entered, sent back, corrected and approved. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demo_password } from '#demo/personas.ts'
import { addDays, eachDay, formatDay } from '#kernel/day.ts'
import { card, confirm, menu, see } from '../look.ts'
import { openWindow, signIn } from '../people.ts'
import type { Week } from './story.ts'

/** The cells of the grid's first row, Monday first. */
const cells = (page: Page) => page.getByRole('textbox', { name: /^Standard, / })

/** Typed cells that the server keeps. */
const keptCells = (week: Week) =>
  week.stint.sql(
    'select jsonb_object_keys(changes) from transaction.timesheet_draft where timesheet_id = $1',
    week.sheet.id,
  )

async function enter(page: Page, units: readonly string[]): Promise<void> {
  for (const [at, text] of units.entries()) await cells(page).nth(at).fill(text)
}

export function work(week: Week): void {
  test('1 · the agency signs in and opens the placement', async () => {
    const window = await openWindow(week.browser, week.stint)
    const page = await window.newPage()
    await page.goto('/')
    const [persona] = (await (await window.request.get('/api/auth/demo')).json()).data as { email: string }[]
    await page.getByLabel('Email').fill(persona?.email ?? '')
    await page.getByLabel('Password').fill(demo_password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await see(
      page.getByRole('heading', { name: 'Dashboard' }),
      page.getByText('Timesheets awaiting client'),
      page.getByText('Client invoices outstanding'),
    )
    expect(await page.title()).toBe('Dashboard – Stint')

    await menu(page, 'Temp Placements').click()
    await see(page.getByRole('heading', { name: 'Temp Placements' }))
    await page.getByPlaceholder('Search...').fill('Marcus Bell')
    const row = page.getByRole('row').filter({ hasText: 'Marcus Bell' })
    await see(row)
    expect(await row.innerText()).toMatch(
      /Data engineer\s+Active\s+Marcus Bell\s+Brightwater Analytics Limited/,
    )
    await row.getByRole('link', { name: /^TMP/ }).click()
    await see(page.getByRole('heading', { name: 'Data engineer' }))
    const placement = await page.getByRole('main').innerText()
    for (const fact of [
      'Bell Data Engineering Limited',
      'Brightwater Analytics Limited',
      'Weekly',
      'Fully funded',
    ])
      expect(placement).toContain(fact)
    await see(card(page, 'Rates').getByText('20.00'), card(page, 'Rates').getByText('25.00'))
    const [fee] = await week.stint.sql(
      `select s.type, s.value::text, s.fee_base from contract.service_charge s
     join contract.contract c on c.agency_id = s.agency_id
     where c.id = $1 and s.fee_type = 'service_fee' and s.service_type = 'temp_placement' and s.deleted_at is null`,
      week.sheet.contract_id,
    )
    expect(fee).toEqual({ type: 'percent', value: '2.5000', fee_base: 'gross' })
    week.come('agency', await signIn(week.browser, week.stint, 'agency_admin'))
    await window.close()
  })

  describe('2 · the contractor enters the week', () => {
    test('the week was generated from the frequency of the placement and waits for its hours', async () => {
      week.come('contractor', await signIn(week.browser, week.stint, 'contractor'))
      const { page } = week.who('contractor')
      await week.who('contractor').open('/')
      await menu(page, 'Timesheets').click()
      await page.getByRole('button', { name: /^To submit/ }).click()
      await page.getByRole('link', { name: week.sheet.human_id }).click()
      await see(
        page.getByRole('heading', { name: week.sheet.human_id }),
        page.getByText('Draft', { exact: true }),
      )
      expect(eachDay(week.sheet.start_date, week.sheet.end_date)).toHaveLength(7)
      expect(await cells(page).count()).toBe(7)
    })

    test('what cannot be is said under its field, and nothing is saved', async () => {
      const { page } = week.who('contractor')
      await enter(page, ['25', '-1', 'many', '7.5', '7.5'])
      await page.getByRole('button', { name: 'Save draft' }).click()
      const table = page.getByRole('table', { name: 'Time worked, by rate and day' })
      await see(table.getByRole('alert'))
      expect(await table.getByRole('alert').allInnerTexts()).toEqual([
        'Max number is reached',
        'Needs Positive Number',
        'Please enter a valid number',
      ])
      expect(await cells(page).nth(0).getAttribute('aria-invalid')).toBe('true')
      await see(page.getByText('Some days need a correction before this can be saved'))
      expect(
        await week.stint.sql(
          'select from transaction.timesheet_detail where timesheet_id = $1',
          week.sheet.id,
        ),
      ).toEqual([])
      // Nor does the server take what a page might send unchecked.
      const [group] = await week.stint.sql<{ group_id: string }>(
        `select group_id from contract.rate where contract_id = $1 and name = 'Standard' limit 1`,
        week.sheet.contract_id,
      )
      const sent = await week.who('contractor').act('transaction.timesheet.save_draft', {
        id: week.sheet.id,
        details: ['24.0001', '-0.5', 'seven'].map((units, i) => ({
          date: addDays(week.sheet.start_date, i),
          group_id: group?.group_id,
          units,
        })),
      })
      expect(sent).toMatchObject({
        status: 400,
        success: false,
        errors: {
          'details.0.units': 'Max number is reached',
          'details.1.units': 'Needs Positive Number',
          'details.2.units': 'Please enter a valid number',
        },
      })
    })

    test('a day outside the placement is closed, and says so when something is pasted over it', async () => {
      const { page, context } = week.who('contractor')
      const last = addDays(week.sheet.start_date, 2)
      // Typed cells of closed days stay open to be emptied.
      await week.who('contractor').open(week.sheetPath('contractor'))
      await see(page.getByText('What you typed before is back.'))
      await page.getByRole('button', { name: 'Discard' }).click()
      await see(page.getByText('All changes saved'))
      await expect.poll(() => keptCells(week), { timeout: 60_000 }).toEqual([])
      // Ending a placement is another day's verb: the row is what it would leave behind.
      await week.stint.sql(
        'update contract.contract set end_date = $2 where id = $1',
        week.sheet.contract_id,
        last,
      )
      await week.who('contractor').open(week.sheetPath('contractor'))
      await see(cells(page))
      expect(await cells(page).count()).toBe(3)
      expect(await page.getByLabel(/^Outside the placement/).count()).toBe(4)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(() => navigator.clipboard.writeText('7.5\t7.5\t7.5\t7.5\t7.5'))
      await cells(page).first().click()
      await page.keyboard.press('ControlOrMeta+V')
      await page.getByRole('button', { name: 'Save draft' }).click()
      const said = page.getByRole('table', { name: 'Time worked, by rate and day' }).getByRole('alert')
      await see(said)
      const outside = `Should be before ${formatDay(addDays(last, 1))}`
      expect(await said.allInnerTexts()).toEqual([outside, outside])
      await week.stint.sql(
        'update contract.contract set end_date = null where id = $1',
        week.sheet.contract_id,
      )
    })

    test('a draft is kept, then the week is submitted', async () => {
      const { page } = week.who('contractor')
      await week.who('contractor').open(week.sheetPath('contractor'))
      await enter(page, ['7.5', '7:30', 's', '7.5', '8.5'])
      await page.getByRole('button', { name: 'Save draft' }).click()
      await see(page.getByText('Draft saved'), page.getByText('All changes saved'))
      await page.reload()
      await see(cells(page))
      const kept = await cells(page).evaluateAll((inputs) =>
        inputs.map((one) => (one as HTMLInputElement).value),
      )
      expect(kept).toEqual(['7.5', '7.5', '7.5', '7.5', '8.5', '', ''])
      await page.getByRole('button', { name: 'Submit' }).click()
      await see(page.getByText(/^With Brightwater Analytics Limited since \d\d \w{3}/))
      expect(await cells(page).count()).toBe(0)
    })
  })

  describe('3 · the approver decides', () => {
    test('rejecting needs a reason', async () => {
      week.come('approver', await signIn(week.browser, week.stint, 'timesheet_approver'))
      const { page } = week.who('approver')
      await week.who('approver').open('/')
      await menu(page, 'Timesheets').click()
      await page.getByRole('button', { name: /^Awaiting approval/ }).click()
      await page.getByRole('link', { name: week.sheet.human_id }).click()
      await page.getByRole('button', { name: /^Reject/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
      await dialog.getByRole('button', { name: 'Yes' }).click()
      await see(dialog.getByText('Please specify the reason'))
      await confirm(page, 'Friday was worked from 9 to 5 with half an hour for lunch')
      await see(page.getByText('Rejected', { exact: true }))
      const sent = await week
        .who('approver')
        .act('transaction.timesheet.reject', { ids: [week.sheet.id], comment: '' })
      expect(sent.success).toBe(false)
    })

    test('the contractor corrects and submits again', async () => {
      const { page } = week.who('contractor')
      await week.who('contractor').open(week.sheetPath('contractor'))
      await see(page.getByRole('note').getByText('Friday was worked from 9 to 5 with half an hour for lunch'))
      await cells(page).nth(4).fill('7.5')
      await page.getByLabel('Comment').fill('Friday corrected')
      await page.getByRole('button', { name: 'Submit' }).click()
      await see(page.getByText(/^With Brightwater Analytics Limited since \d\d \w{3}/))
    })

    test('the approver approves, and the activities tell the whole story', async () => {
      const { page } = week.who('approver')
      await week.who('approver').open(week.sheetPath('client'))
      await see(page.getByText('37.5'))
      await page.getByRole('button', { name: /^Approve/ }).click()
      await see(page.getByRole('button', { name: /^Undo: Approved/ }))
      await see(page.getByText('Approved by Amelia Stanton'))
      const steps = page.getByRole('list', { name: 'Activities, newest first' }).getByRole('listitem')
      const told = (await steps.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
      // The client reads nothing from before the first submission.
      expect(told).toHaveLength(4)
      expect(
        told.map((text) =>
          text
            .match(/^(\w+)(?: (\w+))? /)
            ?.slice(1, 3)
            .join(' → '),
        ),
      ).toEqual(['Submitted → Approved', 'Rejected → Submitted', 'Submitted → Rejected', 'Draft → Submitted'])
      expect(told[0]).toContain('Amelia Stanton')
      expect(told[1]).toContain('Friday corrected')
      expect(told[1]).toContain('Marcus Bell')
      expect(told[2]).toContain('Friday was worked from 9 to 5 with half an hour for lunch')
      for (const text of told) expect(text).toMatch(/\d{2} \w{3} \d{4},? \d{2}:\d{2}/)
    })
  })
}
