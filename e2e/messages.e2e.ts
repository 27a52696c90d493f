/** A message about a placement: sent to a contact of the client, and its outcome in the timeline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { test_ca } from '#test/fixtures/tls.ts'
import { HookEndpoint } from '#test/server/hook-endpoint.ts'
import { axeFaults } from './axe-faults.ts'
import { card, see, toast } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const service = new HookEndpoint()
await service.listen()
const folder = mkdtempSync(join(tmpdir(), 'stint-messages-'))
const authority = join(folder, 'ca.pem')
writeFileSync(authority, test_ca)
const stint = await startStint({
  variables: {
    MESSAGING_URL: service.url,
    MESSAGING_TOKEN: 'a token',
    WEBHOOK_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: authority,
  },
})
const browser = await openBrowser()
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

test('message: goes to a contact of the client, and the timeline shows that it arrived', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const { placed } = await agency.ask<{ placed: { id: string }[] }>(
    '{ placed: contract_temp_placement(where: { status: { _eq: "active" } }, limit: 1) { id } }',
  )
  await agency.open(`/agency/contract/temp_placement/${placed[0]?.id}`)
  const timeline = card(agency.page, 'Timeline')
  await timeline.getByRole('button', { name: 'Message', exact: true }).click()
  const dialog = agency.page.getByRole('dialog', { name: 'Message' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await see(dialog.getByText('Mandatory').first())
  const to = dialog.getByLabel('To')
  await to.selectOption({ index: 1 })
  await dialog.getByLabel('Text').fill('Please open the gate at seven')
  expect(await axeFaults(agency.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send' }).click()
  await service.until(1)
  expect(JSON.parse(service.received[0]?.body ?? '')).toMatchObject({ text: 'Please open the gate at seven' })
  await expect
    .poll(async () => (await stint.sql<{ status: string }>('select status from platform.message'))[0]?.status)
    .toBe('sent')
  await agency.page.reload()
  const item = timeline.getByRole('listitem').filter({ hasText: 'Please open the gate at seven' })
  await see(item.getByText(/^Message to/), item.getByText('Sent'))
})

test('message: a contact who prefers email is offered no more, and people set it on their own profile', async () => {
  const [sent] = await stint.sql<{ contact_id: string; contact_name: string; parent_id: string }>(
    'select contact_id, contact_name, parent_id from platform.message',
  )
  const provider = await signIn(browser, stint, 'provider_admin')
  await provider.open(`/provider/business/business_contact/${sent?.contact_id}`)
  const reached = card(provider.page, 'Contact preferences').getByLabel('Reached by')
  await reached.selectOption({ label: 'Email' })
  await see(toast(provider.page, 'Saved'))
  expect(await axeFaults(provider.page)).toEqual([])
  await provider.page.reload()
  await expect.poll(() => reached.inputValue()).toBe('email')
  await provider.open(`/provider/contract/temp_placement/${sent?.parent_id}`)
  await card(provider.page, 'Timeline').getByRole('button', { name: 'Message', exact: true }).click()
  const to = provider.page.getByRole('dialog', { name: 'Message' }).getByLabel('To')
  expect(await to.textContent()).not.toContain(sent?.contact_name)

  await provider.open('/provider/profile')
  const own = card(provider.page, 'Contact preferences').getByLabel('Reached by')
  await own.selectOption({ label: 'Telephone' })
  await provider.page.reload()
  await expect.poll(() => own.inputValue()).toBe('telephone')
})
