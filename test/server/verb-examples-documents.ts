/** Examples of the verbs that make documents: expenses, permanent placements, single documents, payroll, fee rules. */

import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import {
  by_mail,
  example_4,
  hoursOf,
  seedExpense,
  seedFigures,
  seedPayePlacement,
  seedPerm,
  seedSubmittedExpense,
  train,
} from '../fixtures/documents.ts'
import { seedEvidence } from '../fixtures/evidence.ts'
import type { SeededPlacement } from '../fixtures/world.ts'
import {
  act,
  seedClient,
  seedContractor,
  seedPlacement,
  seedSubmittedTimesheet,
  seedTimesheets,
} from '../fixtures/world.ts'
import type { Example, Input, Stage } from './example-parts.ts'

const admin = (stage: Stage) => stage.agency.admin
const checker = (stage: Stage) => stage.agency.provider.approver
const operations = (stage: Stage) => stage.agency.provider.operations
const approver = (stage: Stage) => stage.placed.client.approver
const worker = (stage: Stage) => stage.placed.contractor.viewer
const manager = (stage: Stage) => stage.placed.client.manager

/** Another placement of the same people. */
function again(stage: Stage): Promise<SeededPlacement> {
  const { agency, client, contractor } = stage.placed
  return seedPlacement(stage, { agency, client, contractor })
}

const draft = async (stage: Stage) => seedExpense(stage, await again(stage))
const submitted = async (stage: Stage) => ({
  ids: [(await seedSubmittedExpense(stage, await again(stage))).id],
})

/** Approved while its client had no payment terms, so that its documents are still to be raised. */
async function inSuspense(stage: Stage): Promise<Input> {
  const { app } = stage.database
  const placement = await again(stage)
  const { id } = await seedSubmittedExpense(stage, placement)
  const terms = (change: string) =>
    app.query(
      `update contract.contract_entity set deleted_at = ${change} where contract_id = $1 and type = 'client'`,
      [placement.id],
    )
  await terms('now()')
  await act(stage, approver(stage), 'transaction.expense.approve', { ids: [id] })
  await terms('null')
  return { ids: [id] }
}

async function perm(stage: Stage, ...steps: readonly string[]): Promise<{ id: string }> {
  const { id } = await seedPerm(stage, { agency: stage.agency, client: stage.placed.client })
  for (const step of steps) {
    const by = step === 'activate' ? operations(stage) : step === 'approve' ? manager(stage) : admin(stage)
    await act(stage, by, `contract.perm_placement.${step}`, { id })
  }
  return { id }
}

const single = (change: Input = {}): Input => ({
  title: 'Scaffolding',
  description: 'Scaffolding for a week',
  amount: '100.00',
  ...change,
})

async function supplier(stage: Stage): Promise<string> {
  return (await seedContractor(stage, stage.agency)).payment_company_id
}

const bill = async (stage: Stage): Promise<Input> => ({
  ...single(),
  supplier_id: await supplier(stage),
  reference: `B-${crypto.randomUUID().slice(0, 8)}`,
  payment_terms: 30,
})

async function made(stage: Stage, by: Viewer, action_id: string, input: Input): Promise<{ id: string }> {
  const { id } = await act<{ id: string }>(stage, by, action_id, input)
  return { id }
}

const sale = (stage: Stage) =>
  made(stage, admin(stage), 'contract.sales_invoice.create', {
    ...single(),
    client_id: stage.placed.client.id,
  })
const ledger = async (stage: Stage) =>
  made(stage, admin(stage), 'contract.purchase_ledger.create', await bill(stage))
const fee = (stage: Stage) =>
  made(stage, operations(stage), 'contract.adhoc_fee.create', single({ agency_id: stage.agency.id }))
const why = async (stage: Stage, make: (stage: Stage) => Promise<{ id: string }>): Promise<Input> => ({
  ...(await make(stage)),
  comment: 'Entered by mistake',
})

/** One question at a time: an answer ends the question of an earlier example. */
async function askedTerms(stage: Stage): Promise<{ id: string }> {
  await stage.database.app.query(
    `update config.configuration set deleted_at = now() where business_id = $1 and status = 'inprogress'`,
    [stage.placed.client.id],
  )
  return made(stage, admin(stage), 'config.payment_terms.create', terms(stage.placed.client.id, ++days))
}

/** A fee rule of a placement of its own, so that no two meet. */
async function rule(stage: Stage): Promise<Input> {
  return {
    agency_id: stage.agency.id,
    fee_type: 'service_fee',
    service_type: 'temp_placement',
    funding_type: 'partly_funded',
    payment_terms: 14,
    payment_terms_type: 'client',
    type: 'percent',
    value: '2.5',
    fee_base: 'gross',
    effective_from: '2025-06-01',
    effective_to: '2025-12-31',
    contract_id: (await again(stage)).id,
  }
}
const rule_made = async (stage: Stage) =>
  made(stage, operations(stage), 'contract.service_charge.create', await rule(stage))

async function paid(stage: Stage): Promise<{ id: string; human_id: string }> {
  const { agency, client } = stage.placed
  const placement = await seedPayePlacement(stage, { agency, client })
  return present((await seedTimesheets(stage, placement))[0], 'a timesheet')
}

/** Payroll's figures of an invoiced week, paid today. */
async function figures(stage: Stage): Promise<string> {
  const { agency, client } = stage.placed
  const placement = await seedPayePlacement(stage, { agency, client })
  const [sheet] = await seedTimesheets(stage, placement)
  const { id } = present(sheet, 'a timesheet')
  const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
  await act(stage, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id,
    details: hoursOf(placement, days, '8'),
  })
  await act(stage, client.approver, 'transaction.timesheet.approve', { ids: [id] })
  return (await seedFigures(stage, agency, id, { pay_day: '2025-06-13' })).id
}

/** The ids of payslips of a bureau's figures. */
async function issued(stage: Stage): Promise<string[]> {
  const { payslips } = await act<{ payslips: { id: string }[] }>(
    stage,
    operations(stage),
    'transaction.payslip.issue',
    { ids: [await figures(stage)] },
  )
  return payslips.map(({ id }) => id)
}

async function periodOf({ database }: Stage, payslip_id: string | undefined): Promise<string> {
  const { rows } = await database.owner.query<{ id: string }>(
    'select payslip_period_id as id from transaction.payslip where id = $1',
    [payslip_id],
  )
  return present(rows[0], 'the period').id
}

const out_of_bounds = { ...example_4, employer_ni: '200.00', reason: 'Two weeks were paid as one' }

/** Figures that wait for a second person. */
async function asked(stage: Stage): Promise<string> {
  const input = { timesheet_id: (await paid(stage)).id, ...out_of_bounds }
  return (await made(stage, operations(stage), 'transaction.payroll_override.request', input)).id
}

const newClient = (stage: Stage) => seedClient(stage, stage.agency)
let days = 50
const terms = (client_id: string, payment_terms = 45): Input => ({
  client_id,
  placement_type: 'temp_placement',
  payment_terms,
  effective_from: '2025-06-15',
})

const agency_and_provider = ['agency', 'provider'] as const
const entering = ['agency', 'contractor'] as const
const deciding = ['agency', 'client'] as const

export const document_examples: Readonly<Record<string, Example>> = {
  'business.business_feature.set': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ agency_id: stage.agency.id, feature_code: 'insight', is_on: true }),
  },
  'platform.currency.set': {
    by: (stage) => stage.agency.provider.admin,
    categories: ['provider'],
    // Of an installation with several providers it is only switched on.
    input: async (stage) => {
      await stage.database.owner.query(
        `update platform.currency set is_active = false where alpha_code = 'PLN'`,
      )
      return { alpha_code: 'PLN', is_active: true }
    },
  },
  'config.payment_terms.create': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => terms((await newClient(stage)).id),
  },
  'config.payment_terms.approve': {
    by: (stage) => stage.placed.client.invoice_contact,
    categories: ['client'],
    input: askedTerms,
  },
  'config.payment_terms.reject': {
    by: (stage) => stage.placed.client.invoice_contact,
    categories: ['client'],
    input: async (stage) => ({ ...(await askedTerms(stage)), comment: 'We pay within 60 days' }),
  },
  'config.payment_terms.withdraw': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) =>
      made(stage, admin(stage), 'config.payment_terms.create', terms((await newClient(stage)).id)),
  },
  'contract.service_charge.supersede': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({
      ...(await rule_made(stage)),
      value: '2.25',
      type: 'percent',
      fee_base: 'net',
      effective_from: '2025-07-01',
    }),
  },
  'contract.service_charge.end': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ ...(await rule_made(stage)), effective_to: '2025-09-30' }),
  },
  'contract.perm_placement.create': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => ({
      client_id: stage.placed.client.id,
      title: 'Head of estimating',
      candidate_name: 'Grace Hopper',
      contract_start_date: '2025-06-09',
      placement_fee: '5000.00',
      funding_type: 'funded',
      client_payment_terms: 14,
      guarantee_period: 60,
      invoice_contact_ids: [stage.placed.client.invoice_contact.business_contact_id],
    }),
  },
  'contract.perm_placement.update': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => ({
      ...(await perm(stage)),
      client_id: stage.placed.client.id,
      title: 'Head of planning',
      candidate_name: 'Grace Hopper',
      contract_start_date: '2025-06-16',
      placement_fee: '5500.00',
      funding_type: 'funded',
      client_payment_terms: 30,
    }),
  },
  'contract.perm_placement.submit': {
    by: admin,
    categories: agency_and_provider,
    input: (stage) => perm(stage),
  },
  'contract.perm_placement.approve': {
    by: manager,
    categories: ['client'],
    input: (stage) => perm(stage, 'submit'),
  },
  'contract.perm_placement.reject': {
    by: manager,
    categories: ['client'],
    input: (stage) => why(stage, () => perm(stage, 'submit')),
  },
  'contract.perm_placement.activate': {
    by: operations,
    categories: ['provider'],
    input: (stage) => perm(stage, 'submit', 'approve'),
  },
  'contract.perm_placement.approve_by_evidence': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => {
      const { id } = await perm(stage, 'submit')
      const file = await seedEvidence(stage, admin(stage), id, 'contract.perm_placement')
      return { id, ...by_mail(stage, file), approved_by_contact: manager(stage).business_contact_id }
    },
  },
  'contract.perm_placement.return': {
    by: operations,
    categories: ['provider'],
    input: (stage) => why(stage, () => perm(stage, 'submit', 'approve')),
  },
  'contract.perm_placement.cancel': {
    by: admin,
    categories: agency_and_provider,
    input: (stage) => why(stage, () => perm(stage)),
  },
  'contract.perm_placement.raise': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => ({ ids: [(await perm(stage, 'submit', 'approve', 'activate')).id] }),
  },
  'contract.perm_placement.update_details': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => ({
      id: (await perm(stage, 'submit', 'approve', 'activate')).id,
      title: 'Head of costs',
      po_number: 'PO-9',
    }),
  },
  'contract.perm_placement.rebate': {
    by: operations,
    categories: agency_and_provider,
    input: async (stage) => {
      const { id } = await perm(stage, 'submit', 'approve', 'activate')
      await act(stage, admin(stage), 'contract.perm_placement.raise', { ids: [id] })
      return { id, left_date: '2025-06-13', amount: '600.00', comment: 'Left in the first week' }
    },
  },
  'contract.sales_invoice.create': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => ({ ...single(), client_id: stage.placed.client.id, payment_terms: 30 }),
  },
  'contract.sales_invoice.raise': { by: admin, categories: agency_and_provider, input: sale },
  'contract.sales_invoice.update': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => ({ ...single(), ...(await sale(stage)), client_id: stage.placed.client.id }),
  },
  'contract.sales_invoice.delete': { by: admin, categories: agency_and_provider, input: sale },
  'contract.sales_invoice.cancel': {
    by: admin,
    categories: agency_and_provider,
    input: (stage) => why(stage, sale),
  },
  'contract.purchase_ledger.create': { by: admin, categories: agency_and_provider, input: bill },
  'contract.purchase_ledger.raise': { by: operations, categories: ['provider'], input: ledger },
  'contract.purchase_ledger.update': {
    by: admin,
    categories: agency_and_provider,
    input: async (stage) => ({ ...(await bill(stage)), ...(await ledger(stage)) }),
  },
  'contract.purchase_ledger.delete': { by: admin, categories: agency_and_provider, input: ledger },
  'contract.purchase_ledger.cancel': {
    by: admin,
    categories: agency_and_provider,
    input: (stage) => why(stage, ledger),
  },
  'contract.adhoc_fee.create': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => single({ agency_id: stage.agency.id, payment_terms: 7 }),
  },
  'contract.adhoc_fee.raise': { by: operations, categories: ['provider'], input: fee },
  'contract.adhoc_fee.update': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ ...single(), ...(await fee(stage)) }),
  },
  'contract.adhoc_fee.delete': { by: operations, categories: ['provider'], input: fee },
  'contract.adhoc_fee.cancel': {
    by: operations,
    categories: ['provider'],
    input: (stage) => why(stage, fee),
  },
  'transaction.expense.create': {
    by: worker,
    categories: entering,
    input: async (stage) => ({ contract_id: stage.placed.id, details: [train], po_number: 'PO 1' }),
  },
  'transaction.expense.save_draft': {
    by: worker,
    categories: entering,
    input: async (stage) => ({ id: (await draft(stage)).id, details: [train], comment: 'Return ticket' }),
  },
  'transaction.expense.submit': {
    by: worker,
    categories: entering,
    input: async (stage) => ({ id: (await draft(stage)).id, details: [train] }),
  },
  'transaction.expense.approve': { by: approver, categories: deciding, input: submitted },
  'transaction.expense.accept_evidence': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { agency, client, contractor } = stage.placed
      const placed = await seedPlacement(
        stage,
        { agency, client, contractor },
        { manual_timesheet_approval: true },
      )
      const { id } = await seedSubmittedExpense(stage, placed)
      await seedEvidence(stage, admin(stage), id, 'transaction.expense')
      await act(stage, admin(stage), 'transaction.expense.approve', { ids: [id] })
      return { ids: [id], comment: 'The site office confirms it' }
    },
  },
  'transaction.expense.approve_many': {
    by: approver,
    categories: deciding,
    skips_unknown: true,
    input: submitted,
  },
  'transaction.expense.reject': {
    by: approver,
    categories: deciding,
    input: async (stage) => ({ ...(await submitted(stage)), comment: 'No receipt' }),
  },
  'transaction.expense.cancel': {
    by: worker,
    categories: ['agency', 'contractor', 'provider'],
    input: async (stage) => ({ ids: [(await draft(stage)).id], comment: 'Entered twice' }),
  },
  'transaction.expense.raise': { by: admin, categories: agency_and_provider, input: inSuspense },
  'transaction.payroll_figure.record': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ timesheet_id: (await paid(stage)).id, ...example_4 }),
  },
  'transaction.payroll_override.request': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ timesheet_id: (await paid(stage)).id, ...out_of_bounds }),
  },
  'transaction.payroll_override.confirm': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => ({ id: await asked(stage) }),
  },
  'transaction.payroll_override.reject': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => ({ id: await asked(stage), comment: 'The bureau says otherwise' }),
  },
  'transaction.payroll_figure.import': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ rows: [{ timesheet: (await paid(stage)).human_id, ...example_4 }] }),
  },
  'transaction.payslip.issue': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ ids: [await figures(stage)] }),
  },
  'transaction.payslip.confirm_paid': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ ids: await issued(stage) }),
  },
  'transaction.payslip.lay_out': {
    by: admin,
    categories: agency_and_provider,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ id: (await issued(stage))[0] }),
  },
  'transaction.payslip.compare': {
    by: admin,
    categories: agency_and_provider,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ id: (await issued(stage))[0] }),
  },
  'transaction.payslip_period.compare': {
    by: admin,
    categories: agency_and_provider,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ id: await periodOf(stage, (await issued(stage))[0]) }),
  },
  'transaction.invoice_set.preview': {
    by: admin,
    categories: agency_and_provider,
    reads: true,
    unaudited: 'it looks ahead and changes nothing',
    input: async (stage) => ({
      timesheet_ids: [(await seedSubmittedTimesheet(stage, await again(stage))).id],
      expense_ids: (await submitted(stage)).ids,
    }),
  },
}
