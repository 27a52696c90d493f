/** The bank account in a request for a limited company (onboarding §3). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedParties } from '#test/fixtures/world.ts'
import type { Compared } from '../request/change-request.rules.ts'

const { database, world } = await freshWorld()
const { provider, agency, contractor } = await seedParties(world)
const { sql } = database

type Made = { id: string }
const decide = (by: Viewer, how: 'approve' | 'reject', id: string) =>
  act(world, by, `request.change_request.${how}`, { ids: [id], comment: 'Looked at' })

test('requested company: its account is masked, kept apart, and confirmed by another person than the requester', async () => {
  const company = { contractor_id: contractor.id, line_1: '1 Mill Lane', comment: 'My own' }
  const account = {
    account_holder_name: 'Wren Ltd',
    bank_name: 'Mill Bank',
    sort_code: '001000',
    account_number: '12345678',
  }
  const request = (by: Viewer, more: object) =>
    act<Made>(world, by, 'request.change_request.create_for_company', {
      ...company,
      name: 'Wren Ltd',
      ...more,
    })
  const wrong = { brn: '445792', bank_account: { ...account, account_number: '1' } }
  expect((await refusalOf(request(contractor.viewer, wrong))).errors).toHaveProperty(
    'bank_account.account_number',
  )
  const supported = { ...contractor.viewer, impersonator_user_id: provider.admin.user_id }
  expect((await refusalOf(request(supported, { brn: '445792', bank_account: account }))).code).toBe(
    'not_allowed',
  )
  const stored = (id: string) =>
    sql<{ shown: string; asked_account: object | null }>(
      `select concat(data, old_values, new_values) as shown, asked_account from request.change_request where id = $1`,
      id,
    )
  const masked = (by: Viewer, id: string) =>
    act<Compared>(world, by, 'request.change_request.compare', { id }).then(
      ({ rows }) => rows.find(({ label }) => label === 'Bank Account')?.new,
    )

  const dropped = await request(contractor.viewer, { brn: '445792', bank_account: account })
  await decide(agency.admin, 'reject', dropped.id)
  expect(await stored(dropped.id)).toMatchObject([{ asked_account: null }])

  const made = await request(contractor.viewer, { brn: '445792', bank_account: account })
  const [row] = await stored(made.id)
  expect(row?.shown).not.toContain('12345678')
  for (const by of [agency.admin, provider.approver, contractor.viewer])
    expect(await masked(by, made.id)).toBe('Wren Ltd, Mill Bank, ending 678')
  const consultant = { ...agency.user, roles: ['agency_consultant'] as const }
  expect(await masked(consultant, made.id)).toBeUndefined()
  await decide(agency.admin, 'approve', made.id)
  await decide(provider.approver, 'approve', made.id)
  const [taken] = await sql<{
    id: string
    status: string
    requested_by: string
    account_number: string
    asked: object | null
  }>(
    `select a.id, a.status, a.requested_by, a.account_number, r.asked_account as asked from request.change_request r
     join business.bank_account a on a.business_id = r.entity_id where r.id = $1`,
    made.id,
  )
  expect(taken).toMatchObject({
    status: 'pending',
    requested_by: contractor.viewer.user_id,
    account_number: '12345678',
    asked: null,
  })
  await act(world, agency.admin, 'business.bank_account.confirm', { id: taken?.id })
})
