/** What examples of verbs are made of: the small world, its people, and steps that they build upon. */
import type { Category, Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import type { TestDatabase } from '../database.ts'
import { documentsOf, match, reviewBatch, seedBatch, seedReceipt } from '../fixtures/cash.ts'
import { seedPermFeature } from '../fixtures/documents.ts'
import {
  type SeededAgency,
  type SeededPlacement,
  type SeededTimesheet,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  seedSubmittedTimesheet,
  seedTimesheets,
  type World,
  worldOn,
} from '../fixtures/world.ts'

export type Stage = World & {
  readonly database: TestDatabase
  readonly agency: SeededAgency
  readonly placed: SeededPlacement
  readonly txtOf: (domain: string) => Promise<readonly string[]>
}

/** What the name servers of the examples answer, by domain. */
export const txt_records = new Map<string, string>()
export const txtOf = async (domain: string) => [txt_records.get(domain) ?? '']

export type Input = Record<string, unknown>

export type Example = {
  readonly by: (stage: Stage) => Viewer
  /** Categories that may do it at all; every other is refused. */
  readonly categories: readonly Category[]
  /** An input that this viewer can use once; made anew for every use. */
  readonly input: (stage: Stage, viewer: Viewer) => Promise<Input>
  /** Why there is no audit row; absent: there is one. */
  readonly unaudited?: string
  /** It only reads. */
  readonly reads?: true
  /** It takes everything that waits for it, so that a second time there is less. */
  readonly takes_all?: true
  /** Ids of others are passed over in silence, by design; absent: they are refused. */
  readonly skips_unknown?: true
}

/** The world that all examples play in: one placement of each party that they can lean on. */
export async function makeStage(database: TestDatabase): Promise<Stage> {
  const world = worldOn(database)
  const agency = await seedAgency(world, await seedProvider(world))
  await seedPermFeature(world, agency)
  const stage = { ...world, database, agency, txtOf }
  return { ...stage, placed: await place(stage) }
}

export async function place(stage: Omit<Stage, 'placed'>, change: Input = {}): Promise<SeededPlacement> {
  const { agency } = stage
  const client = await seedClient(stage, agency)
  const contractor = await seedContractor(stage, agency)
  return seedPlacement(stage, { agency, client, contractor }, change)
}

/** Another week of the placement that all examples share, so that its people are the same. */
export async function again(stage: Stage, change: Input = {}): Promise<SeededPlacement> {
  const { agency, client, contractor } = stage.placed
  return seedPlacement(stage, { agency, client, contractor }, change)
}

export async function sheet(stage: Stage, placement: SeededPlacement): Promise<SeededTimesheet> {
  return present((await seedTimesheets(stage, placement))[0], 'a timesheet')
}

export const submitted = async (stage: Stage) => ({
  ids: [(await seedSubmittedTimesheet(stage, await again(stage))).id],
})

export async function invoiced(stage: Stage) {
  const placement = await again(stage)
  const documents = await documentsOf(stage.database, await seedApprovedTimesheet(stage, placement))
  return { placement, invoice: present(documents['provider-client'], 'the client’s invoice') }
}

export async function matched(stage: Stage) {
  const { placement, invoice } = await invoiced(stage)
  const receipt = await seedReceipt(stage, placement, '100.00')
  const answer = await match(stage, operations(stage), receipt, invoice, '40.00')
  return { receipt, invoice, detail_id: present(answer.details[0], 'a match').id }
}

/**
 * A batch with one document at least, of a run after everything is due. The worker is another one: the shared one has more
 * than 60 hours in the week of the examples, which are held.
 */
export async function batch(stage: Stage): Promise<{ id: string; item_id: string }> {
  await seedApprovedTimesheet(stage, await place(stage))
  const { id } = await seedBatch(stage, stage.agency.provider, '2025-07-30')
  const { rows } = await stage.database.owner.query<{ id: string }>(
    `select id from payment.payment_batch_item where payment_batch_id = $1 and status = 'included' order by id limit 1`,
    [id],
  )
  return { id, item_id: present(rows[0], 'an item').id }
}

export async function reviewed(stage: Stage): Promise<{ id: string }> {
  const { id } = await batch(stage)
  await reviewBatch(stage, stage.agency.provider, { id })
  return { id }
}

export const admin = (stage: Stage) => stage.agency.admin
export const provider = (stage: Stage) => stage.agency.provider.admin
export const operations = (stage: Stage) => stage.agency.provider.operations
export const checker = (stage: Stage) => stage.agency.provider.approver
export const approver = (stage: Stage) => stage.placed.client.approver
export const worker = (stage: Stage) => stage.placed.contractor.viewer

/** Input of a new placement between the parties of the stage. */
export function newPlacement({ placed, agency }: Stage): Input {
  return {
    client_id: placed.client.id,
    contractor_id: placed.contractor.id,
    title: 'Site engineer',
    start_date: '2025-06-02',
    end_date: '2026-06-02',
    funding_type: 'funded',
    currency: 'GBP',
    standard_units: '7.5',
    po_number: 'PO-1',
    work_location: 'Leeds',
    client_payment_terms: 30,
    contractor_payment_terms: 7,
    rates: [
      {
        name: 'Standard',
        contractor_rate: '20.00',
        client_rate: '25.00',
        effective_from: '2025-06-02',
        effective_to: '2025-12-31',
      },
    ],
    timesheet_approver_ids: [placed.client.approver.business_contact_id],
    invoice_contact_ids: [placed.client.invoice_contact.business_contact_id],
    consultant_contact_id: agency.user.business_contact_id,
  }
}
