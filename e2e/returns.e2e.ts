/** A return is sent to HMRC: credentials of the employer, a rejection beside its worker, and the receipt of another one. */
import { afterAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { TransactionEngineStub } from '#test/server/transaction-engine.ts'
import { axeFaults } from './axe-faults.ts'
import { card, choose, confirm, field, gone, identity, see, toast } from './look.ts'
import { openBrowser, signIn, signInByPassword } from './people.ts'
import { startStint } from './serve.ts'

const engine = new TransactionEngineStub()
engine.poll_seconds = 1
const stint = await startStint({
  variables: { HMRC_RTI: 'on', HMRC_VENDOR_ID: '1234', HMRC_URL: await engine.listen() },
})
const browser = await openBrowser()
afterAll(() => engine.close())

test('returns: kept credentials, errors beside the worker, then HMRC’s receipt', async () => {
  const ready = await stint.sql<{ id: string; human_id: string; paye_scheme_id: string; email: string }>(
    `select t.id, t.human_id, t.paye_scheme_id, c.email from transaction.rti_submission t
     join business.business_contact c on c.business_id = t.agency_id and 'agency_admin' = any(c.roles)
       and c.user_id is not null and c.is_active
     where t.kind = 'fps' and t.status = 'validated' order by t.human_id, c.email`,
  )
  const first = present(ready[0], 'a return that is ready')
  const second = present(
    ready.find(({ id }) => id !== first.id),
    'another one',
  )
  const keepCredentials = async ({ email, paye_scheme_id }: typeof first) => {
    const signed_in = await signInByPassword(browser, stint, email)
    await signed_in.page.goto(`/agency/paye/paye_scheme/${paye_scheme_id}`)
    await choose(signed_in.page, 'More', 'HMRC credentials')
    const asked = signed_in.page.getByRole('dialog')
    await field(asked, 'Sender Id').fill(engine.sender.id)
    await field(asked, 'Password').fill(engine.sender.password)
    await asked.getByRole('button', { name: 'Keep' }).click()
    await gone(asked)
    return signed_in
  }
  if (second.paye_scheme_id !== first.paye_scheme_id) await keepCredentials(second)
  const admin = await keepCredentials(first)
  const dialog = admin.page.getByRole('dialog')
  await choose(admin.page, 'More', 'HMRC credentials')
  await see(dialog.getByText('Nobody can read them here.'))
  expect(await axeFaults(admin.page)).toEqual([])
  expect(await admin.page.content()).not.toContain(engine.sender.id)

  const { page } = await signIn(browser, stint, 'provider_operations')
  const send = async (id: string) => {
    await page.goto(`/provider/paye/rti_submission/${id}`)
    await page.getByRole('button', { name: 'Send to HMRC' }).click()
    await confirm(page)
    const asked = identity(page).getByRole('button', { name: 'Confirm' })
    const done = toast(page, /is on its way to HMRC$/)
    await asked.or(done).first().waitFor()
    if (await asked.isVisible()) await asked.click()
    await done.first().waitFor()
  }
  const location = '/hd:GovTalkMessage[1]/hd:Body[1]/r:IRenvelope[1]/r:FullPaymentSubmission[1]/r:Employee[1]'
  engine.decides = [{ number: '7907', type: 'business', text: 'The date of birth is wrong', location }]
  const statusOf = async (id: string) =>
    (
      await stint.sql<{ told: string }>(
        `select concat_ws(' ', status, answer) as told from transaction.rti_submission where id = $1`,
        id,
      )
    )[0]?.told
  await send(first.id)
  await expect.poll(() => statusOf(first.id), { timeout: 60_000 }).toBe('rejected')
  const errors = card(page, 'Rejected by HMRC')
  await errors.getByText('The date of birth is wrong').waitFor({ timeout: 60_000 })
  expect(await errors.getByRole('cell').first().innerText()).toMatch(/^\w+ \w+/)
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  engine.decides = 'accepted'
  await send(second.id)
  await expect.poll(() => statusOf(second.id), { timeout: 60_000 }).toMatch(/^accepted/)
  await page.getByText('Accepted', { exact: true }).first().waitFor({ timeout: 60_000 })
  expect(engine.submissions).toBe(2)
  await page.goto('/provider/paye/rti_submission')
  await page.getByRole('link', { name: 'Rejected' }).click()
  await see(page.getByText(first.human_id))
})
