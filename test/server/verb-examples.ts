/**
 * One example of every verb, in the small world: who may do it, and an input that works once. every-verb.db.test.ts
 * asks all of them the same questions, and fails for a verb that has none here.
 */
import type { Category, Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { TestDatabase } from '../database.ts'
import { documentsOf, match, reviewBatch, seedBatch, seedReceipt, sterling } from '../fixtures/cash.ts'
import { seedPermFeature } from '../fixtures/documents.ts'
import {
  act,
  companyInput,
  type SeededAgency,
  type SeededPlacement,
  type SeededTimesheet,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedFunder,
  seedPlacement,
  seedProvider,
  seedSubmittedTimesheet,
  seedTimesheets,
  type World,
  weekdays,
  worldOn,
} from '../fixtures/world.ts'
import { correction_examples } from './correction-examples.ts'
import { credit_examples } from './credit-examples.ts'
import { import_examples } from './import-examples.ts'
import { document_examples } from './verb-examples-documents.ts'

export type Stage = World & {
  readonly database: TestDatabase
  readonly agency: SeededAgency
  readonly placed: SeededPlacement
}

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
  /** Ids of others are passed over in silence, by design; absent: they are refused. */
  readonly skips_unknown?: true
}

/** The world that all examples play in: one placement of each party that they can lean on. */
export async function makeStage(database: TestDatabase): Promise<Stage> {
  const world = worldOn(database)
  const agency = await seedAgency(world, await seedProvider(world))
  await seedPermFeature(world, agency)
  const stage = { ...world, database, agency }
  return { ...stage, placed: await place(stage) }
}

async function place(stage: Omit<Stage, 'placed'>, change: Input = {}): Promise<SeededPlacement> {
  const { agency } = stage
  const client = await seedClient(stage, agency)
  const contractor = await seedContractor(stage, agency)
  return seedPlacement(stage, { agency, client, contractor }, change)
}

/** Another week of the placement that all examples share, so that its people are the same. */
async function again(stage: Stage, change: Input = {}): Promise<SeededPlacement> {
  const { agency, client, contractor } = stage.placed
  return seedPlacement(stage, { agency, client, contractor }, change)
}

async function sheet(stage: Stage, placement: SeededPlacement): Promise<SeededTimesheet> {
  return present((await seedTimesheets(stage, placement))[0], 'a timesheet')
}

const submitted = async (stage: Stage) => ({
  ids: [(await seedSubmittedTimesheet(stage, await again(stage))).id],
})

async function invoiced(stage: Stage) {
  const placement = await again(stage)
  const documents = await documentsOf(stage.database, await seedApprovedTimesheet(stage, placement))
  return { placement, invoice: present(documents['provider-client'], 'the client’s invoice') }
}

async function matched(stage: Stage) {
  const { placement, invoice } = await invoiced(stage)
  const receipt = await seedReceipt(stage, placement, '100.00')
  const answer = await match(stage, operations(stage), receipt, invoice, '40.00')
  return { receipt, invoice, detail_id: present(answer.details[0], 'a match').id }
}

/** A batch with one document at least, of a run after everything is due. */
async function batch(stage: Stage): Promise<{ id: string; item_id: string }> {
  await invoiced(stage)
  const { id } = await seedBatch(stage, stage.agency.provider, '2025-07-30')
  const { rows } = await stage.database.owner.query<{ id: string }>(
    `select id from payment.payment_batch_item where payment_batch_id = $1 and status = 'included' order by id limit 1`,
    [id],
  )
  return { id, item_id: present(rows[0], 'an item').id }
}

async function reviewed(stage: Stage): Promise<{ id: string }> {
  const { id } = await batch(stage)
  await reviewBatch(stage, stage.agency.provider, { id })
  return { id }
}

const admin = (stage: Stage) => stage.agency.admin
const provider = (stage: Stage) => stage.agency.provider.admin
const operations = (stage: Stage) => stage.agency.provider.operations
const checker = (stage: Stage) => stage.agency.provider.approver
const approver = (stage: Stage) => stage.placed.client.approver
const worker = (stage: Stage) => stage.placed.contractor.viewer

const new_account = {
  bank_name: 'Bank of York',
  account_holder_name: 'Ada Byron',
  account_number: '87654321',
  sort_code: '001000',
}

async function accountOf(stage: Stage, business_id: string): Promise<string> {
  const { rows } = await stage.database.owner.query<{ id: string }>(
    `select id from business.bank_account where business_id = $1 and status = 'confirmed'`,
    [business_id],
  )
  return present(rows[0], 'a confirmed account').id
}

/** A change that a user of the agency asked for. */
async function pendingAccount(stage: Stage): Promise<string> {
  const { payment_company_id } = await seedContractor(stage, stage.agency)
  const input = { id: await accountOf(stage, payment_company_id), ...new_account }
  return (await act<{ id: string }>(stage, admin(stage), 'business.bank_account.update', input)).id
}

async function completed(stage: Stage): Promise<{ id: string }> {
  const { id } = await reviewed(stage)
  await act(stage, checker(stage), 'payment.payment_batch.complete', { id })
  return { id }
}

/** A bank's file with a line of its own. */
function statementFile(stage: Stage): Input {
  const row = `13/06/2025,100.00,${crypto.randomUUID()},Client Limited`
  return {
    bank_account_id: stage.agency.provider.trust_account_id,
    file_name: 'june.csv',
    content: ['Date,Amount,Reference,Name\n', row],
    map: {
      date_column: 'Date',
      date_format: 'DD/MM/YYYY',
      amount_column: 'Amount',
      in_column: null,
      out_column: null,
      reference_columns: ['Reference'],
      counterparty_column: 'Name',
      bank_id_column: null,
      balance_column: null,
    },
  }
}

const person = () => ({ first_name: 'Ada', last_name: 'Byron', email: `${crypto.randomUUID()}@example.org` })

export const examples: Readonly<Record<string, Example>> = {
  ...document_examples,
  ...import_examples,
  ...correction_examples,
  ...credit_examples,
  'business.agency.create': {
    by: provider,
    categories: ['provider'],
    input: async () => ({ company: companyInput('Agency'), funding_model: 'direct', currency: 'GBP' }),
  },
  'business.bank_account.create': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      business_id: (await seedContractor(stage, stage.agency)).payment_company_id,
      bank_name: 'Bank of Leeds',
      account_holder_name: 'Ada Byron',
      account_number: '12345678',
      sort_code: '001000',
      swift_code: 'LEEDGB2L',
      currency: 'EUR',
      purpose: 'payout',
    }),
  },
  'business.bank_account.update': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { payment_company_id } = await seedContractor(stage, stage.agency)
      return { id: await accountOf(stage, payment_company_id), ...new_account }
    },
  },
  'business.bank_account.confirm': {
    by: checker,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: await pendingAccount(stage) }),
  },
  'business.bank_account.reject': {
    by: checker,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: await pendingAccount(stage), reason: 'Nobody answered the telephone' }),
  },
  'business.business_contact.create': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      business_id: stage.placed.client.id,
      ...person(),
      contact_phone: '+441130000000',
      roles: ['hiring_manager'],
    }),
  },
  'business.client.create': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async () => ({
      company: companyInput('Client'),
      currency: 'GBP',
      temp_payment_terms: 30,
      perm_payment_terms: 14,
      reference: 'C-1',
    }),
  },
  'business.contractor.create': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      individual: {
        first_name: 'Ada',
        last_name: 'Byron',
        date_of_birth: '1990-12-10',
        address: { line_1: '1 Mill Lane', city: 'York' },
      },
      payment_type: 'limited',
      payment_company_id: (await seedContractor(stage, stage.agency)).payment_company_id,
      currency: 'GBP',
      self_billing_from: '2025-01-01',
    }),
  },
  'business.credit_limit.set': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      client_id: (await seedClient(stage, stage.agency)).id,
      limiter_id: stage.agency.provider.id,
      currency: 'GBP',
      amount: '5000.00',
      effective_from: '2025-06-01',
      effective_to: '2025-12-31',
      reference: 'L-1',
    }),
  },
  'business.funder.create': {
    by: provider,
    categories: ['provider'],
    input: async () => ({ company: companyInput('Funder'), currency: 'GBP' }),
  },
  'business.payment_company.create': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async () => ({ type: 'limited', company: companyInput('Company'), currency: 'GBP' }),
  },
  'business.service.link_client': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      client_id: stage.placed.client.id,
      agency_id: (await seedAgency(stage, stage.agency.provider)).id,
      temp_payment_terms: 30,
      reference: 'L-1',
    }),
  },
  'business.service.link_funder': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      agency_id: stage.agency.id,
      funder_id: (await seedFunder(stage, stage.agency.provider)).id,
    }),
  },
  'contract.service_charge.create': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      agency_id: stage.agency.id,
      fee_type: 'service_fee',
      funding_type: 'partly_funded',
      payment_terms: 14,
      payment_terms_type: 'client',
      type: 'percent',
      value: '2.5',
      fee_base: 'gross',
      effective_from: '2025-06-01',
      effective_to: '2025-12-31',
      // A placement of its own, so that no two rules meet.
      contract_id: (await again(stage)).id,
    }),
  },
  'contract.temp_placement.activate': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const made = await act<{ id: string }>(
        stage,
        admin(stage),
        'contract.temp_placement.create',
        newPlacement(stage),
      )
      return { id: made.id }
    },
  },
  'contract.temp_placement.create': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => newPlacement(stage),
  },
  'log.notification_log.read': {
    by: worker,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    unaudited: 'what a user has looked at is no state of the business',
    skips_unknown: true,
    input: async (stage, viewer) => {
      const id = newUuid(stage.clock)
      await stage.database.owner.query(
        `insert into log.notification_log (id, user_id, title, message) values ($1, $2, 'Hello', 'Look')`,
        [id, viewer.user_id],
      )
      return { ids: [id] }
    },
  },
  'payment.payment_batch.cancel': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ id: (await batch(stage)).id }),
  },
  'payment.payment_batch.complete': { by: checker, categories: ['provider'], input: reviewed },
  'payment.payment_batch.create': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      await invoiced(stage)
      return { run_date: '2025-07-30', currency_id: sterling, principal_id: stage.agency.provider.id }
    },
  },
  'payment.payment_batch.hold_item': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ item_id: (await batch(stage)).item_id, reason: 'Ask the payee' }),
  },
  'payment.payment_batch.release_item': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const input = { item_id: (await batch(stage)).item_id, reason: 'Asked the payee' }
      await act(stage, operations(stage), 'payment.payment_batch.hold_item', input)
      return input
    },
  },
  'payment.payment_batch.review': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await batch(stage)
      await act(stage, operations(stage), 'payment.payment_batch.submit', { id })
      return { id }
    },
  },
  'payment.payment_batch.submit': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ id: (await batch(stage)).id }),
  },
  'platform.export.start': {
    by: approver,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    input: async () => ({
      entity: 'transaction.timesheet',
      format: 'csv',
      columns: [{ field: 'human_id', label: 'Id' }],
    }),
  },
  'platform.job.cancel': {
    by: approver,
    categories: ['agency', 'client'],
    input: async (stage, viewer) => {
      const wanted = await submitted(stage)
      const job = await act<{ job_id: string }>(stage, viewer, 'transaction.timesheet.approve_many', wanted)
      return { id: job.job_id }
    },
  },
  'platform.saved_view.remove': {
    by: worker,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    unaudited: 'how a user likes his lists is no state of the business',
    input: async (stage, viewer) => {
      const view = { list: 'transaction/invoice', name: crypto.randomUUID(), search: '' }
      return act<{ id: string }>(stage, viewer, 'platform.saved_view.save', view)
    },
  },
  'platform.saved_view.save': {
    by: worker,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    unaudited: 'how a user likes his lists is no state of the business',
    input: async () => ({
      list: 'transaction/invoice',
      name: crypto.randomUUID(),
      search: 'group_by=status__open',
    }),
  },
  'platform.user.update_preferences': {
    by: worker,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    unaudited: 'how a user likes his pages is no state of the business',
    input: async () => ({ preferences: { theme: crypto.randomUUID() } }),
  },
  'transaction.bank_line.record': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({
      bank_account_id: stage.agency.provider.trust_account_id,
      transaction_date: '2025-06-13',
      amount: '100.00',
      reference: 'INV 1',
      counterparty: 'Client',
      bank_id: crypto.randomUUID().slice(0, 30),
      line_no: 1,
    }),
  },
  'transaction.invoice.dispute': {
    by: (stage) => stage.placed.client.invoice_contact,
    categories: ['agency', 'client', 'provider'],
    input: async (stage) => ({ id: (await invoiced(stage)).invoice.id, reason: 'Wrong hours' }),
  },
  'transaction.invoice.resolve_dispute': {
    by: operations,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { id } = (await invoiced(stage)).invoice
      await act(stage, stage.placed.client.invoice_contact, 'transaction.invoice.dispute', {
        id,
        reason: 'Wrong',
      })
      return { id }
    },
  },
  'transaction.invoice.send': {
    by: operations,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => ({ id: (await invoiced(stage)).invoice.id, to: ['accounts@example.org'] }),
  },
  'transaction.bank_line.payers': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'transaction.bank_statement.import': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => statementFile(stage),
  },
  'transaction.bank_statement.preview': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => statementFile(stage),
  },
  'transaction.payment_receipt.auto_match': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { placement, invoice } = await invoiced(stage)
      const { id } = await seedReceipt(stage, placement, '40.00')
      return { receipts: [{ id, matches: [{ invoice_id: invoice.id, amount: '40.00' }] }] }
    },
  },
  'transaction.payment_receipt.auto_match_preview': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'transaction.payment_receipt.record_many': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const line = await act<{ id: string }>(stage, operations(stage), 'transaction.bank_line.record', {
        bank_account_id: stage.agency.provider.trust_account_id,
        transaction_date: '2025-06-13',
        amount: '100.00',
        bank_id: crypto.randomUUID(),
      })
      return { receipts: [{ bank_line_id: line.id, for_business_id: stage.placed.client.id }] }
    },
  },
  'transaction.payment_receipt.match': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { placement, invoice } = await invoiced(stage)
      const { id } = await seedReceipt(stage, placement, '100.00')
      const matches = [
        { invoice_id: invoice.id, amount: '40.00', outstanding_balance: invoice.outstanding_balance },
      ]
      return { id, matches }
    },
  },
  'payment.payment_batch.make_file': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => ({
      ...(await completed(stage)),
      format: 'bacs',
      processing_day: '2025-07-31',
      service_user_number: '123456',
    }),
  },
  'payment.payment_file.download': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => {
      const input = { ...(await completed(stage)), format: 'csv' }
      const file = await act<{ id: string }>(stage, checker(stage), 'payment.payment_batch.make_file', input)
      return { id: file.id }
    },
  },
  'transaction.payment_receipt.refund': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await seedReceipt(stage, stage.placed, '100.00')
      return { id, amount: '25.00', reason: 'Paid twice' }
    },
  },
  'transaction.payment_receipt.cancel_refund': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await seedReceipt(stage, stage.placed, '100.00')
      const input = { id, amount: '25.00', reason: 'Paid twice' }
      const made = await act<{ refund_id: string }>(
        stage,
        operations(stage),
        'transaction.payment_receipt.refund',
        input,
      )
      return { refund_id: made.refund_id, reason: 'It is owed after all' }
    },
  },
  'transaction.payment_receipt.record': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({
      bank_account_id: stage.agency.provider.trust_account_id,
      transaction_date: '2025-06-13',
      amount: '100.00',
      currency_id: sterling,
      reference: 'INV 1',
      counterparty: 'Client',
      for_business_id: stage.placed.client.id,
      comment: 'By telephone',
    }),
  },
  'transaction.payment_receipt.reverse': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ id: (await matched(stage)).receipt.id, reason: 'Bounced' }),
  },
  'transaction.payment_receipt.suggest': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => {
      const { placement } = await invoiced(stage)
      return { id: (await seedReceipt(stage, placement, '100.00')).id }
    },
  },
  'transaction.payment_receipt.unmatch': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ detail_id: (await matched(stage)).detail_id, reason: 'Wrong invoice' }),
  },
  'transaction.timesheet.approve': {
    by: approver,
    categories: ['agency', 'client'],
    input: async (stage) => ({ ...(await submitted(stage)), comment: 'Thank you' }),
  },
  'transaction.timesheet.approve_many': {
    by: approver,
    categories: ['agency', 'client'],
    skips_unknown: true,
    input: async (stage) => ({ ...(await submitted(stage)), comment: 'Thank you' }),
  },
  'transaction.timesheet.cancel': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ ids: [(await sheet(stage, await again(stage))).id], comment: 'Ill' }),
  },
  'transaction.timesheet.generate': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { id } = await again(stage)
      return { contract_id: id, up_to: '2025-06-29' }
    },
  },
  'transaction.timesheet.raise': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      // No fee rule is in force while it is approved: it waits in suspense.
      const { database } = stage
      const of_agency = [stage.agency.id]
      await database.owner.query(
        'update contract.service_charge set deleted_at = now() where agency_id = $1',
        of_agency,
      )
      const { id } = await seedApprovedTimesheet(stage, await again(stage))
      await database.owner.query(
        'update contract.service_charge set deleted_at = null where agency_id = $1',
        of_agency,
      )
      return { ids: [id] }
    },
  },
  'transaction.timesheet.reject': {
    by: approver,
    categories: ['agency', 'client'],
    input: async (stage) => ({ ...(await submitted(stage)), comment: 'Tuesday was a holiday' }),
  },
  'transaction.timesheet.save_draft': {
    by: worker,
    categories: ['agency', 'contractor'],
    input: (stage) => entered(stage),
  },
  'transaction.timesheet.submit': {
    by: worker,
    categories: ['agency', 'contractor'],
    input: (stage) => entered(stage),
  },
}

async function entered(stage: Stage): Promise<Input> {
  const placement = await again(stage)
  const first = await sheet(stage, placement)
  return { id: first.id, details: weekdays(first, placement.group_id), comment: 'All week' }
}

function newPlacement({ placed, agency }: Stage): Input {
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
