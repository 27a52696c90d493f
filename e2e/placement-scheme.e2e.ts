/** An agency with two PAYE schemes names the one that pays a placement, in its form and on its page. */
import { expect, test } from 'vitest'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { card, field, gone, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('PAYE scheme of a placement: chosen in the form of a copy, shown, and taken back', async () => {
  const { page, open, act, ask, session } = await signIn(browser, stint, 'agency_admin')
  const { placements } = await ask<{ placements: { id: string }[] }>(
    `{ placements: contract_temp_placement(where: { status: { _eq: "active" }, payment_company: { type: { _eq: "contractor" } } }, limit: 1) { id } }`,
  )
  const from = `/agency/contract/copy_temp_placement/${placements[0]?.id}`
  await open(from)
  await see(field(page, 'Title'))
  const scheme = field(page, 'PAYE scheme')
  // One scheme leaves no choice.
  expect(await scheme.count()).toBe(0)
  const made = await act('business.paye_scheme.create', {
    ...{ employer_reference: '321/CD7', accounts_office_reference: '123PA00012345' },
    ...{ payment_frequency: 'monthly', levy_charge: 'none' },
  })
  expect(made.message).toBeUndefined()

  await open(from)
  await field(page, 'Start date').fill(formatDay(addDays(day((await session()).today), 14)))
  await scheme.selectOption({ label: '321/CD7' })
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await see(card(page, 'Placement').getByText('321/CD7'))
  await page.getByRole('button', { name: 'Choose PAYE scheme' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'PAYE scheme').selectOption('')
  await dialog.getByRole('button', { name: 'Choose PAYE scheme' }).click()
  await gone(dialog, card(page, 'Placement').getByText('321/CD7'))
})
