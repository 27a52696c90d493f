/** Examples of the verbs of credit control, mailed reports, funding rules and evidence (verb-examples.ts). */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { documentsOf } from '../fixtures/cash.ts'
import { act, type SeededPlacement, seedApprovedTimesheet, seedPlacement } from '../fixtures/world.ts'
import type { Example, Stage } from './example-parts.ts'

const admin = (stage: Stage) => stage.agency.admin
const provider = (stage: Stage) => stage.agency.provider.admin
const approver = (stage: Stage) => stage.agency.provider.approver

function again(stage: Stage): Promise<SeededPlacement> {
  const { agency, client, contractor } = stage.placed
  return seedPlacement(stage, { agency, client, contractor })
}

async function invoiced(stage: Stage) {
  const documents = await documentsOf(stage.database, await seedApprovedTimesheet(stage, await again(stage)))
  return { invoice: present(documents['provider-client'], 'the client’s invoice') }
}

/** A client's invoice that was due long ago. */
async function overdueBill(stage: Stage): Promise<string> {
  const { invoice } = await invoiced(stage)
  await stage.database.app.query(`update transaction.invoice set due_date = raised_date - 30 where id = $1`, [
    invoice.id,
  ])
  return invoice.id
}

const mailed = (viewer: Viewer) => ({
  report: 'client_statements',
  format: 'csv',
  frequency: 'weekly',
  weekday: 1,
  period: 'as_filtered',
  contact_ids: [viewer.business_contact_id],
  list: {
    base: {},
    filter_by: {},
    order_by: [{ client_name: 'asc' }, { id: 'asc' }],
    columns: [{ field: 'client_name', label: 'Client' }],
    facts: [],
  },
})

export const credit_examples: Readonly<Record<string, Example>> = {
  'platform.report_schedule.save': {
    by: admin,
    categories: ['agency'],
    input: async (_stage, viewer) => mailed(viewer),
  },
  'platform.report_schedule.pause': {
    by: admin,
    categories: ['agency'],
    input: async (stage, viewer) => ({
      ...(await act<{ id: string }>(stage, viewer, 'platform.report_schedule.save', mailed(viewer))),
      is_paused: true,
    }),
  },
  'platform.report_schedule.remove': {
    by: admin,
    categories: ['agency'],
    input: (stage, viewer) => act(stage, viewer, 'platform.report_schedule.save', mailed(viewer)),
  },
  'platform.report_schedule.readers': {
    by: admin,
    categories: ['agency'],
    input: async () => ({ report: 'client_statements' }),
    reads: true,
    unaudited: 'it changes nothing',
  },
  'report.intermediary.make': {
    by: admin,
    categories: ['agency'],
    input: async () => ({ quarter_start: '2025-04-06' }),
    reads: true,
  },
  'business.chase_plan.set': {
    by: admin,
    categories: ['agency'],
    input: async () => ({ steps: [{ days: 3, subject: 'Due', body: 'Please pay.' }], statement_day: 5 }),
  },
  'business.chase_plan.preview': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({ client_id: (await again(stage)).client.id }),
    reads: true,
    unaudited: 'it changes nothing',
  },
  'business.client_statement_schedule.set': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({
      client_id: (await again(stage)).client.id,
      frequency: 'weekly',
      weekday: 3,
      paused_until: '2030-01-01',
    }),
  },
  'business.client_statement_schedule.preview': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({ client_id: (await again(stage)).client.id }),
    reads: true,
    unaudited: 'it changes nothing',
  },
  'business.chase_pause.set': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({
      client_id: (await again(stage)).client.id,
      until: '2030-01-01',
      reason: 'Holidays',
    }),
  },
  'business.chase_pause.end': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => {
      const { client } = await again(stage)
      const pause = { client_id: client.id, until: '2030-01-01', reason: 'Holidays' }
      await act(stage, stage.agency.admin, 'business.chase_pause.set', pause)
      return { client_id: client.id }
    },
  },
  'transaction.invoice.chase': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ ids: [await overdueBill(stage)] }),
  },
  'transaction.chase.record_call': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({
      client_id: (await again(stage)).client.id,
      person: 'Ann in accounts',
      note: 'Pays on Friday.',
      on_date: '2025-06-01',
    }),
  },
  'transaction.payment_promise.record': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      invoice_id: await overdueBill(stage),
      amount: '10.00',
      promised_date: '2030-01-01',
    }),
  },
  'transaction.payment_promise.withdraw': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const promise = { invoice_id: await overdueBill(stage), amount: '10.00', promised_date: '2030-01-01' }
      const { id } = await act<{ id: string }>(
        stage,
        stage.agency.admin,
        'transaction.payment_promise.record',
        promise,
      )
      return { id }
    },
  },
  'report.client_statement.send': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => {
      const placement = await again(stage)
      await seedApprovedTimesheet(stage, placement)
      return { client_id: placement.client.id }
    },
  },
  'business.funding_rule.set': {
    by: provider,
    categories: ['provider', 'funder'],
    input: async () => ({
      age_days: 90,
      age_basis: 'due_date',
      part_paid_days: 14,
      advance_percent: '85',
      concentration_percent: '40.5',
      holds_payments: false,
      reassign_days: 180,
      effective_from: '2025-06-01',
    }),
  },
  'business.funding_retention.set': {
    by: provider,
    categories: ['provider', 'funder'],
    input: async (stage) => ({
      agency_id: stage.agency.id,
      currency: 'GBP',
      amount: '500.00',
      reason: 'A new agency',
      effective_from: '2025-06-01',
    }),
  },
  'funding.overadvance.approve': {
    by: approver,
    categories: ['provider', 'funder'],
    input: async (stage) => ({
      agency_id: stage.agency.id,
      currency: 'GBP',
      amount: '500.00',
      until: stage.clock.today(),
      reason: 'Its client pays on Friday',
    }),
  },
  'transaction.invoice.reassign': {
    by: provider,
    categories: ['provider', 'funder'],
    input: async (stage) => ({
      id: (await invoiced(stage)).invoice.id,
      reason: 'The client will not pay the agency’s provider',
    }),
  },
  'transaction.invoice.take_back': {
    by: provider,
    categories: ['provider', 'funder'],
    input: async (stage) => {
      const { id } = (await invoiced(stage)).invoice
      await act(stage, provider(stage), 'transaction.invoice.reassign', { id, reason: 'A mistake' })
      return { id, reason: 'It was the wrong invoice' }
    },
  },
  'transaction.invoice.preview_reassign': {
    by: provider,
    categories: ['provider', 'funder'],
    input: async (stage) => ({ id: (await invoiced(stage)).invoice.id, is_taken_back: false }),
    reads: true,
    unaudited: 'it changes nothing',
  },
  'transaction.timesheet.check_evidence': {
    by: admin,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    input: async (stage) => ({ id: (await seedApprovedTimesheet(stage, await again(stage))).id }),
    reads: true,
    unaudited: 'it changes nothing',
  },
}
