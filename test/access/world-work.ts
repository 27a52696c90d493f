/** Contracts, rates, timesheets and expenses of every deal, in every state. */
import { amount_fields } from '#business/payroll/figures/payroll-figure.rules.ts'
import { contract_statuses } from '#business/placements/contract.entity.ts'
import { timesheet_statuses } from '#business/timesheets/timesheet.entity.ts'
import { addDays, dayOf } from '#kernel/day.ts'
import { businessId, type Deal, gbp, partiesOf, uid, userOf, type World } from './world.ts'
import { consultantOf } from './world-parties.ts'

const deleted = '2026-01-01T00:00:00Z'

interface ContractKind {
  readonly type: string
  readonly status: string
  readonly isDeleted?: boolean
}

export const contract_kinds: readonly ContractKind[] = [
  ...contract_statuses.map((status) => ({ type: 'temp_placement', status })),
  { type: 'temp_placement', status: 'active', isDeleted: true },
  ...['perm_placement', 'sales_invoice'].flatMap((type) =>
    contract_statuses.map((status) => ({ type, status })),
  ),
  ...['purchase_ledger', 'adhoc_fee', 'sow'].flatMap((type) =>
    ['active', 'draft', 'expired', 'deleted'].map((status) => ({ type, status })),
  ),
]

const contractName = (deal: Deal, type: string, status: string): string => `${deal.name} ${type} ${status}`

export const contractOf = (deal: Deal): string =>
  uid(`contract.contract ${contractName(deal, 'temp_placement', 'active')}`)

function putContract(world: World, deal: Deal, { type, status, isDeleted }: ContractKind): void {
  const name = contractName(deal, type, isDeleted ? 'gone' : status)
  const isTemp = type === 'temp_placement'
  const id = world.put('contract.contract', name, {
    human_id: name,
    type,
    title: `Title of ${name}`,
    status,
    start_date: '2026-01-05',
    ...partiesOf(deal),
    funding_type: 'funded',
    funding_model: 'direct',
    payment_company_id: isTemp ? businessId(deal.company) : null,
    currency_id: gbp,
    base_currency_id: gbp,
    timesheet_frequency: isTemp ? 'week' : null,
    unit_type: isTemp ? 'hourly' : null,
    consultant_contact_id: consultantOf(deal.agency),
    candidate_name: type === 'perm_placement' ? `Candidate of ${name}` : null,
    placement_fee: type === 'perm_placement' ? '5000.00' : null,
    amount: '100.00',
    tax_amount: '20.00',
    deleted_at: isDeleted ? deleted : null,
  })
  world.put('contract.contract_activity', name, { contract_id: id, ...activity(deal, status) })
  // Terms of the other kinds only where the kind itself is told.
  if (isTemp || status === 'active') {
    putTerms(world, deal, name, id)
    putDeterminations(world, deal, name, id)
  }
}

function putTerms(world: World, deal: Deal, name: string, contract_id: string): void {
  for (const state of ['', ' gone']) {
    const common = {
      contract_id,
      ...partiesOf(deal),
      deleted_at: state ? deleted : null,
    }
    for (const type of ['client', 'contractor']) {
      world.put('contract.contract_entity', `${name} ${type}${state}`, {
        business_id: businessId(type === 'client' ? deal.client : deal.contractor),
        type,
        payment_terms: 30,
        effective_from: '2026-01-05',
        ...common,
      })
      world.put('contract.rate', `${name} ${type}${state}`, {
        group_id: uid(`group ${name}`),
        name: 'Standard',
        sub_type: `${type}_rate`,
        value_text: 'hourly',
        value_numeric: type === 'client' ? '25.0000' : '20.0000',
        effective_from: '2026-01-05',
        ...common,
      })
    }
    world.put('contract.contract_contact', `${name}${state}`, {
      business_contact_id: uid(`business.business_contact ${deal.client}${state ? ' other' : ''}`),
      type: 'timesheet_approver',
      ...common,
    })
  }
}

function putDeterminations(world: World, deal: Deal, name: string, contract_id: string): void {
  const { funder_id: _, ...parties } = partiesOf(deal)
  for (const [round, state] of ['', ' gone'].entries())
    world.put('contract.status_determination', `${name}${state}`, {
      contract_id,
      round: round + 1,
      status: 'inprogress',
      decision: 'outside',
      reasons: `Reasons of ${name}`,
      determined_by: 'Somebody',
      determined_on: '2026-01-05',
      uploaded_by: userOf(deal.agency),
      ...parties,
      deleted_at: state ? deleted : null,
    })
}

function putCharges(world: World, deal: Deal): void {
  for (const fee_type of ['service_fee', 'platform_fee', 'funder_fee']) {
    for (const state of ['', ' gone']) {
      world.put('contract.service_charge', `${deal.name} ${fee_type}${state}`, {
        fee_type,
        provider_id: businessId(deal.provider),
        agency_id: businessId(deal.agency),
        funder_id: businessId(deal.funder),
        type: 'percent',
        value: '2.5',
        effective_from: '2026-01-05',
        transaction_id: contractOf(deal),
        deleted_at: state ? deleted : null,
      })
    }
  }
}

/** States of timesheets and expenses, and one that is deleted. */
const states = [...timesheet_statuses, 'gone'] as const

const drafting = ['save_draft', 'note_day'] as const

function activity(deal: Deal, status: string) {
  return {
    ...partiesOf(deal),
    action: 'step',
    old_status: 'draft',
    new_status: status,
    message: `Message of ${status}`,
    user_id: userOf(deal.agency),
    user_name: 'Somebody',
  }
}

function putTimesheet(world: World, deal: Deal, state: (typeof states)[number], week: number): void {
  const name = `${deal.name} ${state}`
  const status = state === 'gone' ? 'approved' : state
  const day = addDays(dayOf(2026, 1, 5), 7 * week)
  const timesheet_id = world.put('transaction.timesheet', name, {
    human_id: `TMS ${name}`,
    contract_id: contractOf(deal),
    ...partiesOf(deal),
    status,
    start_date: day,
    end_date: day,
    timesheet_frequency: 'week',
    unit_type: 'hourly',
    currency_id: gbp,
    total_units: '4.0000',
    contractor_amount: '80.00',
    client_amount: '100.00',
    approved_at: status === 'approved' ? '2026-02-01T00:00:00Z' : null,
    suspense_reason: status === 'suspense' ? 'Credit Limit exceeded' : null,
    deleted_at: state === 'gone' ? deleted : null,
  })
  const contract = contractName(deal, 'temp_placement', 'active')
  for (const [i, deleted_at] of [null, deleted].entries()) {
    world.put('transaction.timesheet_detail', `${name} ${i}`, {
      timesheet_id,
      ...partiesOf(deal),
      date: day,
      group_id: uid(`group ${contract}`),
      rate_name: 'Standard',
      units: '4.0000',
      unit_type: 'hourly',
      contractor_rate_id: uid(`contract.rate ${contract} contractor`),
      client_rate_id: uid(`contract.rate ${contract} client`),
      contractor_rate: '20.0000',
      client_rate: '25.0000',
      deleted_at,
    })
  }
  for (const deleted_at of [null, deleted]) {
    world.put('transaction.payroll_figure', `${name}${deleted_at ? ' gone' : ''}`, {
      timesheet_id,
      ...partiesOf(deal),
      currency_id: gbp,
      pay_day: day,
      gross_pay: '80.00',
      net_pay: '80.00',
      created_by: userOf(deal.provider),
      deleted_at,
    })
  }
  // The worker reads the work of a payslip.
  if (state === 'approved')
    world.put('transaction.payroll_figure', `${name} paid`, {
      timesheet_id,
      ...partiesOf(deal),
      currency_id: gbp,
      version: 2,
      payslip_id: uid(`transaction.payslip ${deal.name} issued`),
      pay_day: day,
      gross_pay: '80.00',
      net_pay: '80.00',
      created_by: userOf(deal.provider),
    })
  world.put('transaction.payroll_override', name, {
    timesheet_id,
    provider_id: partiesOf(deal).provider_id,
    agency_id: partiesOf(deal).agency_id,
    contractor_id: partiesOf(deal).contractor_id,
    currency_id: gbp,
    version: 1,
    faults: 'Out of bounds',
    reason: 'It is right',
    pay_day: day,
    ...Object.fromEntries(amount_fields.map((field) => [field, '1.00'])),
    requested_by: userOf(deal.provider),
    requester: 'Somebody',
  })
  for (const business of [deal.contractor, deal.agency, deal.client])
    for (const user of new Set([userOf(business), userOf('A2'), userOf(deal.contractor)]))
      world.put('transaction.timesheet_draft', `${name} ${business} ${user}`, {
        timesheet_id,
        business_id: businessId(business),
        user_id: user,
        changes: {},
        created_at: '2026-01-05T00:00:00Z',
        updated_at: '2026-01-05T00:00:00Z',
        deleted_at: state === 'gone' ? deleted : null,
      })
  // A draft that was handed in and came back is hidden with its steps.
  for (const step of new Set(['draft', status, 'suspense', 'submitted'])) {
    world.put('transaction.timesheet_activity', `${name} ${step}`, { timesheet_id, ...activity(deal, step) })
  }
  for (const action of drafting)
    world.put('transaction.timesheet_activity', `${name} ${action}`, {
      timesheet_id,
      ...activity(deal, 'rejected'),
      action,
    })
}

function putExpense(world: World, deal: Deal, state: (typeof states)[number]): void {
  const name = `${deal.name} ${state}`
  const status = state === 'gone' ? 'approved' : state
  const expense_id = world.put('transaction.expense', name, {
    human_id: `EXP ${name}`,
    contract_id: contractOf(deal),
    ...partiesOf(deal),
    status,
    currency_id: gbp,
    amount: '10.00',
    tax_amount: '2.00',
    deleted_at: state === 'gone' ? deleted : null,
  })
  for (const [i, deleted_at] of [null, deleted].entries()) {
    world.put('transaction.expense_detail', `${name} ${i}`, {
      expense_id,
      ...partiesOf(deal),
      from_date: '2026-01-05',
      type: 'travel',
      amount: '10.00',
      deleted_at,
    })
  }
  for (const step of new Set(['draft', status, 'suspense', 'submitted'])) {
    world.put('transaction.expense_activity', `${name} ${step}`, { expense_id, ...activity(deal, step) })
  }
  // Drafting after a rejection is hidden by its action.
  for (const action of drafting)
    world.put('transaction.expense_activity', `${name} ${action}`, {
      expense_id,
      ...activity(deal, 'rejected'),
      action,
    })
}

export function putWork(world: World, deals: readonly Deal[]): void {
  for (const deal of deals) for (const kind of contract_kinds) putContract(world, deal, kind)
  for (const deal of deals) putCharges(world, deal)
  for (const deal of deals) {
    for (const [week, state] of states.entries()) putTimesheet(world, deal, state, week)
    for (const state of states) putExpense(world, deal, state)
  }
}
