/** Stories of permanent placements: asked, agreed, begun, invoiced. */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { activatePerm, by_mail, seedPerm, seedPermFeature } from '../../fixtures/documents.ts'
import { seedEvidence } from '../../fixtures/evidence.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

describe('permanent placements', () => {
  async function permStory(change: Parameters<typeof seedAgency>[2] = {}, client_change: object = {}) {
    const story = storyOn(database, '2025-06-02T09:00:00.000Z')
    const agency = await seedAgency(story, await seedProvider(story), change)
    await seedPermFeature(story, agency)
    return { story, agency, client: await seedClient(story, agency, client_change) }
  }

  test('approved and begun: documents on the morning the candidate starts, once', async () => {
    const { story, agency, client } = await permStory()
    const { id } = await seedPerm(story, { agency, client })
    await act(story, agency.admin, 'contract.perm_placement.submit', { id })
    await act(story, client.manager, 'contract.perm_placement.approve', { id })
    await story.stands(agency.id, { work: ['perm_placement pending_raise_approval'] })
    expect(
      await refusalOf(act(story, agency.admin, 'contract.perm_placement.activate', { id })),
    ).toMatchObject({ code: 'not_allowed' })
    await act(story, agency.provider.approver, 'contract.perm_placement.activate', { id })
    await story.morning('2025-06-08')
    await story.stands(agency.id, { work: ['perm_placement active'] })
    expect(
      (await refusalOf(act(story, agency.admin, 'contract.perm_placement.raise', { ids: [id] }))).message,
    ).toBe('The placement is invoiced from its start on 09/06/2025')
    await story.morning('2025-06-09')
    const told = {
      documents: [
        'agency-provider 5000.00 + 1000.00, due 2025-06-11',
        'agency_earnings 5280.00 + 0.00, due 2025-06-11',
        'provider-agency 600.00 + 120.00, due 2025-06-09',
        'provider-client 5000.00 + 1000.00, due 2025-06-23',
      ],
      books: [
        'agency_earnings_payable -5280.00',
        'client_receivable 6000.00',
        'fee_income -600.00',
        'input_vat 1000.00',
        'output_vat -1120.00',
        'purchases 5000.00',
        'sales -5000.00',
      ],
      work: ['perm_placement active'],
    }
    await story.stands(agency.id, told)
    await story.morning('2025-06-10')
    await story.stands(agency.id, told)
  })

  test('approved elsewhere: with a file, by the agency, and checked by the provider with the client', async () => {
    const { story, agency, client } = await permStory()
    const { id } = await seedPerm(story, { agency, client })
    await act(story, agency.admin, 'contract.perm_placement.submit', { id })
    const activate = (more: object = {}) =>
      act(story, agency.provider.approver, 'contract.perm_placement.activate', { id, ...more })
    expect((await refusalOf(activate())).message).toContain('is pending approval client')
    const given = by_mail(story)
    const state = (by = agency.admin, more: object = {}) =>
      act(story, by, 'contract.perm_placement.approve_by_evidence', { id, ...given, ...more })
    expect((await refusalOf(state())).errors).toEqual({ attachment_ids: 'Mandatory' })
    const file = await seedEvidence(story, agency.admin, id, 'contract.perm_placement')
    const attachment_ids = [file.id]
    expect(
      (await refusalOf(state(agency.admin, { approved_on: '2025-06-03', attachment_ids }))).errors,
    ).toEqual({
      approved_on: 'Should be before 02/06/2025',
    })
    expect((await refusalOf(state(client.manager, { attachment_ids }))).code).toBe('not_allowed')
    await state(agency.admin, { attachment_ids })
    expect((await refusalOf(activate())).errors).toEqual({ verified_with: 'Mandatory', source: 'Mandatory' })
    await activate({ verified_with: 'Harry Person', source: 'Companies House' })
    await story.stands(agency.id, { work: ['perm_placement active'] })
  })

  test('client rejects with a reason: nothing is billed', async () => {
    const { story, agency, client } = await permStory()
    const { id } = await seedPerm(story, { agency, client })
    await act(story, agency.admin, 'contract.perm_placement.submit', { id })
    await act(story, client.manager, 'contract.perm_placement.reject', { id, comment: 'Found somebody' })
    await story.morning('2025-06-09')
    await story.stands(agency.id, { work: ['perm_placement rejected'] })
  })

  test('overseas client, billed by the agency, paid when paid: no VAT, and a fee on the charge', async () => {
    const { story, agency, client } = await permStory(
      { funding_model: 'agency_billed' },
      { country_code: 'FR' },
    )
    const { id } = await seedPerm(story, { agency, client }, { funding_type: 'paid_when_paid' })
    await activatePerm(story, agency, id)
    await story.morning('2025-06-09')
    await story.stands(agency.id, {
      documents: [
        'agency-client 5000.00 + 0.00, due 2025-06-23',
        'agency_earnings 4400.00 + 0.00, due 2025-06-23',
        'provider-agency 500.00 + 100.00, due 2025-06-09',
      ],
      books: [
        'agency_earnings_payable -4400.00',
        'client_receivable 5000.00',
        'fee_income -500.00',
        'output_vat -100.00',
      ],
      work: ['perm_placement active'],
    })
  })

  test('indirect: the funder bills, charges, and the platform takes its fee', async () => {
    const { story, agency, client } = await permStory({ funding_model: 'indirect' })
    const { id } = await seedPerm(story, { agency, client })
    await activatePerm(story, agency, id)
    await story.morning('2025-06-09')
    await story.stands(agency.id, {
      documents: [
        'agency-funder 5000.00 + 1000.00, due 2025-06-11',
        'agency_earnings 5208.00 + 0.00, due 2025-06-11',
        'funder-agency 600.00 + 120.00, due 2025-06-09',
        'funder-client 5000.00 + 1000.00, due 2025-06-23',
        'platform_fee 60.00 + 12.00, due 2025-06-09',
      ],
      books: [
        'agency_earnings_payable -5208.00',
        'client_receivable 6000.00',
        'fee_income -600.00',
        'input_vat 1000.00',
        'output_vat -1120.00',
        'platform_fee_payable -72.00',
        'purchases 5000.00',
        'sales -5000.00',
      ],
      work: ['perm_placement active'],
    })
  })

  test('an agency that has no fee rule for it cannot choose it; one without the feature cannot make it', async () => {
    const story = storyOn(database)
    const agency = await seedAgency(story, await seedProvider(story))
    const client = await seedClient(story, agency)
    expect(await refusalOf(seedPerm(story, { agency, client }))).toMatchObject({ code: 'not_allowed' })
    await act(story, agency.provider.admin, 'business.business_feature.set', {
      agency_id: agency.id,
      feature_code: 'perm_placement',
      is_on: true,
    })
    expect((await refusalOf(seedPerm(story, { agency, client }))).errors).toEqual({
      funding_type: 'No fee is agreed for this funding: ask your provider for a fee rule',
    })
    await story.stands(agency.id, {})
  })

  test('candidate leaves within the guarantee: one credit note for part of the fee', async () => {
    const { story, agency, client } = await permStory()
    const { id } = await seedPerm(story, { agency, client })
    await activatePerm(story, agency, id)
    await story.morning('2025-06-09')
    await story.morning('2025-06-20')
    const rebate = (change: object = {}) =>
      act<{ credit_note: string }>(story, agency.provider.operations, 'contract.perm_placement.rebate', {
        id,
        left_date: '2025-06-19',
        amount: '3000.00',
        comment: 'Left after ten days',
        ...change,
      })
    expect((await refusalOf(rebate({ left_date: '2025-06-08' }))).errors).toEqual({
      left_date: 'Should be after 08/06/2025',
    })
    await rebate()
    const { rows } = await database.owner.query(
      `select i.type, i.total_amount from transaction.invoice i where i.contract_id = $1 and i.is_credit_note and i.type = 'provider-client'`,
      [id],
    )
    expect(rows).toEqual([{ type: 'provider-client', total_amount: '-3000.00' }])
    expect((await refusalOf(rebate())).code).toBe('precondition')
  })
})
