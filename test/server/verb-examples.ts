import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import { seedEvidence } from '../fixtures/evidence.ts'
import {
  act,
  companyInput,
  seedAgency,
  seedApprovals,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedFunder,
  seedPlacement,
  seedSubmittedTimesheet,
  weekdays,
} from '../fixtures/world.ts'
import { cash_examples } from './cash-examples.ts'
import { change_examples } from './change-examples.ts'
import { correction_examples } from './correction-examples.ts'
import { credit_examples } from './credit-examples.ts'
import { decision_examples } from './decision-examples.ts'
import { determination_examples } from './determination-examples.ts'
import {
  admin,
  again,
  approver,
  checker,
  type Example,
  type Input,
  invoiced,
  newPlacement,
  operations,
  provider,
  type Stage,
  sheet,
  submitted,
  worker,
} from './example-parts.ts'
import { import_examples } from './import-examples.ts'
import { inbox_examples } from './inbox-examples.ts'
import { limit_examples } from './limit-examples.ts'
import { onboarding_examples } from './onboarding-examples.ts'
import { overpayment_examples } from './overpayment-examples.ts'
import { paper_examples } from './paper-examples.ts'
import { party_examples } from './party-examples.ts'
import { pay_run_examples } from './pay-run-examples.ts'
import { payroll_examples } from './payroll-examples.ts'
import { record_examples } from './record-examples.ts'
import { return_examples } from './return-examples.ts'
import { sign_on_examples } from './sign-on-examples.ts'
import { signing_examples } from './signing-examples.ts'
import { template_examples } from './template-examples.ts'
import { timesheet_examples } from './timesheet-examples.ts'
import { document_examples } from './verb-examples-documents.ts'
import { webhook_examples } from './webhook-examples.ts'

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

async function draftPlacement(stage: Stage): Promise<{ id: string }> {
  const { id } = await act<{ id: string }>(
    stage,
    admin(stage),
    'contract.temp_placement.create',
    newPlacement(stage),
  )
  return { id }
}

/** Waits for the client. */
async function submittedPlacement(stage: Stage): Promise<{ id: string }> {
  const { id } = await draftPlacement(stage)
  await act(stage, admin(stage), 'contract.temp_placement.submit', { id })
  return { id }
}

/** Waits for the provider. */
async function agreedPlacement(stage: Stage): Promise<{ id: string }> {
  const { id } = await draftPlacement(stage)
  await seedApprovals(stage, stage.placed, id)
  return { id }
}

/** A week of a new placement that the agency approves in the client's name. */
async function approvedByHand(stage: Stage): Promise<{ ids: string[] }> {
  const { agency, client, contractor } = stage.placed
  const placed = await seedPlacement(
    stage,
    { agency, client, contractor },
    { manual_timesheet_approval: true },
  )
  const { id } = await seedSubmittedTimesheet(stage, placed)
  await seedEvidence(stage, admin(stage), id)
  await act(stage, admin(stage), 'transaction.timesheet.approve', { ids: [id] })
  return { ids: [id] }
}

export const examples: Readonly<Record<string, Example>> = {
  ...document_examples,
  ...import_examples,
  ...cash_examples,
  ...change_examples,
  ...correction_examples,
  ...credit_examples,
  ...payroll_examples,
  ...pay_run_examples,
  ...overpayment_examples,
  ...return_examples,
  ...decision_examples,
  ...determination_examples,
  ...inbox_examples,
  ...limit_examples,
  ...onboarding_examples,
  ...paper_examples,
  ...party_examples,
  ...record_examples,
  ...template_examples,
  ...signing_examples,
  ...webhook_examples,
  ...sign_on_examples,
  ...timesheet_examples,
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
  'business.bank_account.read_waits': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ ids: [await pendingAccount(stage)] }),
  },
  'business.bank_account.reject': {
    by: checker,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: await pendingAccount(stage), reason: 'Nobody answered the telephone' }),
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
  'business.client.set_vat_evidence': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      client_id: (await seedClient(stage, stage.agency, { country_code: 'FR' })).id,
      kind: 'vat_number',
      number: 'FR40303265045',
      checked_on: '2025-06-01',
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
  'funding.client.verify': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      client_id: (await seedClient(stage, stage.agency, { is_unproven: true })).id,
      agency_id: stage.agency.id,
      method: 'call_back',
      verified_with: 'Ines Person',
      phone: '0113 496 0000',
      source: 'Companies House',
      comment: 'Confirmed the first invoice',
    }),
  },
  'business.agency.set_funding_models': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      agency_id: (await seedAgency(stage, stage.agency.provider)).id,
      funding_models: ['direct', 'agency_billed'],
      funding_model: 'agency_billed',
    }),
  },
  'business.business.set_product': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      business_id: (await seedAgency(stage, stage.agency.provider)).id,
      product: 'Pay and bill',
    }),
  },
  'business.service.link_client': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      // People of a shared client are entered by the provider alone.
      client_id: (await seedClient(stage, stage.agency)).id,
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
  'contract.temp_placement.submit': {
    by: admin,
    categories: ['agency', 'provider'],
    input: draftPlacement,
  },
  'contract.temp_placement.update': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { agency_id: _, ...facts } = newPlacement(stage)
      return { ...facts, ...(await draftPlacement(stage)), title: 'Lead engineer' }
    },
  },
  'contract.temp_placement.approve': {
    by: (stage) => stage.placed.client.manager,
    categories: ['agency', 'client', 'contractor'],
    input: submittedPlacement,
  },
  'contract.temp_placement.approve_by_evidence': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { id } = await submittedPlacement(stage)
      const file = await seedEvidence(stage, admin(stage), id, 'contract.temp_placement')
      return {
        id,
        method: 'email',
        approved_by_name: 'Harry Person',
        approved_on: '2025-06-13',
        attachment_ids: [file.id],
        comment: 'By mail',
      }
    },
  },
  'contract.temp_placement.reject': {
    by: (stage) => stage.placed.client.manager,
    categories: ['agency', 'client', 'contractor'],
    input: async (stage) => ({ ...(await submittedPlacement(stage)), comment: 'The rate is too high' }),
  },
  'contract.temp_placement.recall': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({ ...(await submittedPlacement(stage)), comment: 'The dates are wrong' }),
  },
  'contract.temp_placement.cancel': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ ...(await submittedPlacement(stage)), comment: 'The client needs nobody' }),
  },
  'contract.temp_placement.end': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({
      id: (await seedPlacement(stage, stage.placed)).id,
      end_date: addDays(stage.clock.today(), 7),
      comment: 'The client needs nobody after that day',
    }),
  },
  'contract.temp_placement.delete': {
    by: admin,
    categories: ['agency', 'provider'],
    input: draftPlacement,
  },
  'contract.temp_placement.activate': {
    by: provider,
    categories: ['provider'],
    input: agreedPlacement,
  },
  'contract.contact.replace': {
    by: admin,
    categories: ['agency', 'client', 'provider'],
    input: async (stage) => {
      const { agency, client, contractor } = stage.placed
      const named = await seedPlacement(stage, { agency, client, contractor })
      const { business_contact_id } = client.approver
      return { contract_ids: [named.id], type: 'timesheet_approver', to_contact_id: business_contact_id }
    },
  },
  'contract.temp_placement.set_manual_approval': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      ...(await submittedPlacement(stage)),
      is_on: true,
      comment: 'Signed on paper',
    }),
  },
  'contract.temp_placement.return': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({ ...(await agreedPlacement(stage)), comment: 'The rates are not agreed' }),
  },
  'contract.temp_placement.create': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => newPlacement(stage),
  },
  'ledger.check.start': {
    by: provider,
    categories: ['provider'],
    // One at a time: the one before has ended.
    input: async (stage) => {
      await stage.database.owner.query(
        `update platform.job set status = 'completed' where kind = 'ledger_check' and status = 'queued'`,
      )
      return {}
    },
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
  'platform.user.update_profile': {
    by: worker,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    input: async () => ({ first_name: 'Ira', last_name: 'Vale', mail_signature: crypto.randomUUID() }),
  },
  'transaction.invoice.dispute': {
    by: (stage) => stage.placed.client.invoice_contact,
    categories: ['agency', 'client', 'provider'],
    input: async (stage) => ({ id: (await invoiced(stage)).invoice.id, reason: 'Wrong hours' }),
  },
  'transaction.invoice.assign_dispute': {
    by: operations,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { id } = (await invoiced(stage)).invoice
      const dispute = { id, reason: 'Wrong hours' }
      await act(stage, stage.placed.client.invoice_contact, 'transaction.invoice.dispute', dispute)
      return { id, owner_id: stage.agency.admin.business_contact_id, comment: 'Please ask for the hours' }
    },
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
  'transaction.timesheet.approve': {
    by: approver,
    categories: ['agency', 'client'],
    input: async (stage) => ({ ...(await submitted(stage)), comment: 'Thank you' }),
  },
  'transaction.timesheet.accept_evidence': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({ ...(await approvedByHand(stage)), comment: 'The site office confirms it' }),
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
      const placement = await again(stage)
      await database.app.query(
        'update contract.service_charge set deleted_at = now() where agency_id = $1',
        of_agency,
      )
      const { id } = await seedApprovedTimesheet(stage, placement)
      await database.app.query(
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
  'transaction.timesheet.drop_typed': {
    by: worker,
    categories: ['agency', 'contractor'],
    unaudited: 'typed and not saved: no state of the business yet',
    input: async (stage, viewer) => {
      const kept = await typed(stage)
      await act(stage, viewer, 'transaction.timesheet.keep_typed', kept)
      return { id: kept.id, keys: ['comment'] }
    },
  },
  'transaction.timesheet.keep_typed': {
    by: worker,
    categories: ['agency', 'contractor'],
    unaudited: 'typed and not saved: no state of the business yet',
    input: (stage) => typed(stage),
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

async function typed(stage: Stage): Promise<Input & { readonly id: unknown }> {
  const { id } = await entered(stage)
  return { id, changes: { comment: { now: 'All week', was: '' } } }
}
