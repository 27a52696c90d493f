/** Examples of the verbs that correct what was issued (verb-examples.ts). */
import { present } from '#kernel/assert.ts'
import { documentsOf, match, seedReceipt } from '../fixtures/cash.ts'
import {
  act,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedPlacement,
  weekdays,
} from '../fixtures/world.ts'
import type { Example, Input, Stage } from './example-parts.ts'

const operations = (stage: Stage) => stage.agency.provider.operations
const admin = (stage: Stage) => stage.agency.admin

function again(stage: Stage): Promise<SeededPlacement> {
  const { agency, client, contractor } = stage.placed
  return seedPlacement(stage, { agency, client, contractor })
}

async function invoiced(stage: Stage) {
  const placement = await again(stage)
  const documents = await documentsOf(stage.database, await seedApprovedTimesheet(stage, placement))
  return { placement, invoice: present(documents['provider-client'], 'the client’s invoice') }
}

async function refined(stage: Stage): Promise<Input> {
  const placement = await again(stage)
  const sheet = await seedApprovedTimesheet(stage, placement)
  return {
    id: sheet.id,
    version: 1,
    mode: 'full',
    details: weekdays(sheet, placement.group_id, '6'),
    reason: 'Friday was a holiday',
    re_approval: false,
  }
}

async function drafted(stage: Stage): Promise<{ id: string; client_id: string }> {
  const { placement } = await invoiced(stage)
  const client_id = placement.client.id
  const made = await act<{ consolidated_invoices: { id: string }[] }>(
    stage,
    admin(stage),
    'transaction.consolidated_invoice.create',
    { client_id, period_start: '2025-06-01', period_end: '2025-06-30', by: 'placement' },
  )
  return { id: present(made.consolidated_invoices.at(-1), 'a draft').id, client_id }
}

async function generated(stage: Stage): Promise<{ id: string; client_id: string }> {
  const draft = await drafted(stage)
  await act(stage, admin(stage), 'transaction.consolidated_invoice.generate', { id: draft.id })
  return draft
}

export const correction_examples: Readonly<Record<string, Example>> = {
  'business.service.set_consolidation': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ client_id: stage.placed.client.id, frequency: 'month', by: 'po_number' }),
  },
  'transaction.consolidated_invoice.cancel': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: (await drafted(stage)).id, reason: 'The client wants them one by one' }),
  },
  'transaction.consolidated_invoice.create': {
    takes_all: true,
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      await invoiced(stage)
      const client_id = stage.placed.client.id
      return { client_id, period_start: '2025-06-01', period_end: '2025-06-30', by: 'placement' }
    },
  },
  'transaction.consolidated_invoice.generate': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: (await drafted(stage)).id }),
  },
  'transaction.consolidated_invoice.send': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: (await generated(stage)).id, to: ['accounts@example.org'] }),
  },
  'transaction.payment_receipt.match_consolidated': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await generated(stage)
      const receipt = await seedReceipt(stage, stage.placed, '100.00')
      return { id: receipt.id, consolidated_invoice_id: id }
    },
  },
  'transaction.collection_note.cancel': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const input = { agency_id: stage.agency.id, amount: '25.00', reason: 'Bank charges' }
      const note = await act<{ id: string }>(
        stage,
        operations(stage),
        'transaction.collection_note.create',
        input,
      )
      return { id: note.id, reason: 'Agreed otherwise' }
    },
  },
  'transaction.collection_note.create': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({
      agency_id: stage.agency.id,
      amount: '25.00',
      currency: 'GBP',
      reason: 'Bank charges',
    }),
  },
  'transaction.collection_note.send': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const input = { agency_id: stage.agency.id, amount: '25.00', reason: 'Bank charges' }
      const note = await act<{ id: string }>(
        stage,
        operations(stage),
        'transaction.collection_note.create',
        input,
      )
      return { id: note.id, to: ['accounts@example.org'] }
    },
  },
  'transaction.invoice.allocate_credit': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { placement, invoice } = await invoiced(stage)
      const receipt = await seedReceipt(stage, placement, invoice.outstanding_balance)
      await match(stage, operations(stage), receipt, invoice, invoice.outstanding_balance)
      const note = await act<{ id: string }>(stage, operations(stage), 'transaction.invoice.credit', {
        id: invoice.id,
        reason: 'Agreed',
        amount: '60.00',
      })
      return { id: note.id, invoice_id: (await invoiced(stage)).invoice.id, amount: '50.00' }
    },
  },
  'transaction.invoice.credit': {
    by: operations,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      id: (await invoiced(stage)).invoice.id,
      reason: 'The rate was wrong',
      lines: [{ position: 1, amount: '10.00' }],
    }),
  },
  'transaction.invoice.reverse_credit': {
    by: operations,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { invoice } = await invoiced(stage)
      const note = await act<{ id: string }>(stage, operations(stage), 'transaction.invoice.credit', {
        id: invoice.id,
        reason: 'Agreed',
        amount: '60.00',
      })
      return { id: note.id, reason: 'Not agreed after all' }
    },
  },
  'transaction.timesheet.preview_refinement': {
    by: admin,
    categories: ['agency', 'provider'],
    reads: true,
    unaudited: 'what it does is undone',
    input: refined,
  },
  'transaction.timesheet.refine': { by: admin, categories: ['agency', 'provider'], input: refined },
}
