/** A notice of HMRC comes in while a pay run is prepared: the run goes back, its maker reads why and calculates it again. */
import { expect, test } from 'vitest'
import { card, gone, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

type Run = { id: string; human_id: string; pay_day: string }
type Slip = { employment_id: string; contractor: { name: string } }

test('a new tax code: the calculated run is open again, with the change and its author, until it is calculated', async () => {
  const [agency, operations] = [
    await signIn(browser, stint, 'agency_admin'),
    await signIn(browser, stint, 'provider_operations'),
  ]
  const { runs } = await agency.ask<{ runs: Run[] }>(
    '{ runs: transaction_pay_run(where: { status: { _eq: "calculated" } }, limit: 1) { id human_id pay_day } }',
  )
  const [run] = runs
  if (!run) throw new Error('The demo has a calculated pay run')
  const { slips } = await agency.ask<{ slips: Slip[] }>(
    `query ($id: uuid!) { slips: transaction_pay_run_payslip(where: { pay_run_id: { _eq: $id }, income_tax: { _gt: "0" } }, limit: 1) {
       employment_id contractor { name } } }`,
    { id: run.id },
  )
  const [slip] = slips
  if (!slip) throw new Error('The run pays somebody')
  const { today } = await agency.session()
  const added = await agency.act('business.tax_code.add', {
    ...{ employment_id: slip.employment_id, code: '500L', is_week1: true, source: 'p6' },
    ...{ effective_from: run.pay_day, notice_date: today },
  })
  expect(added.message).toBeUndefined()

  const status = async () =>
    (
      await operations.ask<{ runs: { status: string }[] }>(
        'query ($id: uuid!) { runs: transaction_pay_run(where: { id: { _eq: $id } }) { status } }',
        { id: run.id },
      )
    ).runs[0]?.status
  await expect.poll(status, { timeout: 60_000 }).toBe('open')
  const { page } = operations
  await operations.open(`/provider/paye/pay_run/${run.id}`)
  const banner = page.getByRole('status').filter({ hasText: 'The run went back on' })
  await see(
    banner.getByText(`Tax code of ${slip.contractor.name} entered by`),
    banner.getByText(new RegExp(`${slip.contractor.name}: Net pay £[\\d,.]+, now £[\\d,.]+`)),
  )
  await agency.open(`/agency/paye/pay_run/${run.id}`)
  await see(agency.page.getByText('The run went back on'))

  await page.getByRole('button', { name: 'Calculate', exact: true }).click()
  await gone(banner)
  await see(card(page, 'Checks'))
  await expect.poll(status).toBe('calculated')
})
