/** The person behind an impersonation is no second person for the work done in another's name. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { by_mail, seedPerm, seedPermFeature } from '#test/fixtures/documents.ts'
import { seedEvidence } from '#test/fixtures/evidence.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedApprovals,
  seedParties,
  seedPlacement,
  seedTimesheets,
  weekdays,
} from '#test/fixtures/world.ts'
import { addedStatement } from '#test/server/determination-examples.ts'

const { database, world } = await freshWorld()
const { sql } = database
const parties = await seedParties(world)
const { agency, client, contractor } = parties
const { admin: support, operations } = agency.provider
const acting = (person: Viewer): Viewer => ({ ...person, impersonator_user_id: support.user_id })
type Made = { id: string }

test('a temporary placement that support submitted for the agency is activated by somebody else', async () => {
  const { id } = await act<Made>(world, agency.admin, 'contract.temp_placement.create', {
    ...placementInput(parties),
    agency_id: agency.id,
    is_unsupervised: true,
  })
  await seedApprovals(world, { agency: { admin: acting(agency.admin) }, client, contractor }, id)
  const activate = (by: Viewer) => act(world, by, 'contract.temp_placement.activate', { id })
  expect(await messageOf(activate(support))).toBe(
    'You submitted this placement, so somebody else approves it',
  )
  expect(await activate(operations)).toMatchObject({ status: 'active' })
})

test('a permanent placement that support submitted for the agency is activated by somebody else', async () => {
  await seedPermFeature(world, agency)
  const { id } = await seedPerm(world, parties)
  await act(world, acting(agency.admin), 'contract.perm_placement.submit', { id })
  const file = await seedEvidence(world, agency.admin, id, 'contract.perm_placement')
  await act(world, agency.admin, 'contract.perm_placement.approve_by_evidence', {
    id,
    ...by_mail(world, file),
  })
  const activate = (by: Viewer) =>
    act(world, by, 'contract.perm_placement.activate', {
      id,
      verified_with: 'Harry Person',
      source: 'Companies House',
    })
  expect(await messageOf(activate(support))).toBe(
    'You submitted this placement, so somebody else approves it',
  )
  expect(await activate(operations)).toMatchObject({ status: 'active' })
})

test('evidence of hours that support entered for the worker is accepted by somebody else', async () => {
  const placement = await seedPlacement(world, parties, { manual_timesheet_approval: true })
  const sheet = present((await seedTimesheets(world, placement))[0], 'a week')
  await act(world, acting(contractor.viewer), 'transaction.timesheet.submit', {
    id: sheet.id,
    details: weekdays(sheet, placement.group_id),
  })
  await seedEvidence(world, agency.admin, sheet.id)
  await act(world, agency.admin, 'transaction.timesheet.approve', { ids: [sheet.id], comment: 'On paper' })
  const accept = (by: Viewer) =>
    act(world, by, 'transaction.timesheet.accept_evidence', { ids: [sheet.id], comment: 'Called the site' })
  expect(await messageOf(accept(support))).toBe(
    'You entered or approved these hours, so somebody else accepts the evidence',
  )
  await accept(operations)
})

test('a status determination statement that support added for the agency is verified by somebody else', async () => {
  const placement = await seedPlacement(world, parties)
  const id = await addedStatement({ ...world, agency }, acting(agency.user), { contract_id: placement.id })
  const verify = (by: Viewer) => act(world, by, 'contract.status_determination.verify', { id })
  expect(await messageOf(verify(support))).toBe('You added this statement, so somebody else checks it')
  expect(await verify(operations)).toMatchObject({ status: 'completed' })
})

test('a paper that support added for the agency is verified by somebody else', async () => {
  const [link] = await sql<Made>(
    `select id from business.service where type = 'client-agency' and from_business_id = $1 and to_business_id = $2`,
    client.id,
    agency.id,
  )
  const { id } = await act<Made>(world, acting(agency.user), 'platform.compliance.upload', {
    type: 'terms_of_business',
    service_id: link?.id,
    reference: 'Signed in June',
  })
  const verify = (by: Viewer) => act(world, by, 'platform.compliance.verify', { id })
  expect(await messageOf(verify(support))).toBe('You added this document, so somebody else checks it')
  expect(await messageOf(verify(operations))).toBe('Attach the file first')
})
