/** Work of the demo world besides timesheets: expenses, permanent placements, single documents. */
import { present } from '#kernel/assert.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { agreePermFees } from './perm-fees.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

function placementOf(world: World, contractor: string): string {
  const found = [...world.placements.values()].find((one) => one.contractor === contractor)
  return present(found, `the placement of ${contractor}`).id
}

/** Marcus travels to the client: claims approved, sent back, and the newest pending. */
export function claimExpenses(world: World, day: Day, repeats: number): Promise<void> {
  const claims: Record<
    number,
    { details: readonly Record<string, unknown>[]; ends: 'approve' | 'reject' | 'wait' }
  > = {
    7: { details: [item(day, 'travel', 'Train to Leeds', '64.00', '0.00')], ends: 'approve' },
    4: {
      details: [
        item(day, 'accommodation', 'Two nights in Leeds', '158.00', '31.60'),
        item(day, 'subsistence', 'Dinner', '24.50', '4.90'),
      ],
      ends: 'approve',
    },
    2: { details: [item(day, 'travel', 'Taxi', '31.00', '0.00')], ends: 'reject' },
    0: { details: [item(day, 'mileage', '86 miles at 45p', '38.70', '0.00')], ends: 'wait' },
  }
  const claim = claims[repeats]
  if (!claim || !world.placements.size) return Promise.resolve()
  return onStage(world, async (stage) => {
    const { id } = await stage.act<{ id: string }>('contractor', 'transaction.expense.create', {
      contract_id: placementOf(world, 'contractor'),
      details: claim.details,
    })
    await stage.act('contractor', 'transaction.expense.submit', { id })
    if (claim.ends === 'approve')
      await stage.act('timesheet_approver', 'transaction.expense.approve', { ids: [id] })
    if (claim.ends === 'reject')
      await stage.act('timesheet_approver', 'transaction.expense.reject', {
        ids: [id],
        comment: 'Please attach the receipt',
      })
  })
}

const item = (from_date: Day, type: string, description: string, amount: string, tax_amount: string) => ({
  from_date,
  type,
  description,
  amount,
  tax_amount,
})

/** Larkfield's permanent placements: one invoiced, one that begins soon, one pending with the client, one with the provider. */
export function placeForGood(world: World, day: Day, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    if ([8, 3, 1].includes(repeats)) await agreePermFees(world, stage, 'larkfield', day)
    if (repeats === 8)
      await place(world, stage, 'approve', {
        candidate_name: 'Leila Haddad',
        title: 'Analytics lead',
        contract_start_date: addDays(day, 10),
        placement_fee: '9600.00',
      })
    if (repeats === 3)
      await place(world, stage, 'approve', {
        candidate_name: 'Oskar Lindgren',
        title: 'Head of data',
        contract_start_date: addDays(day, 60),
        placement_fee: '14250.00',
      })
    if (repeats === 1)
      await place(world, stage, 'ask', {
        candidate_name: 'Amara Okafor',
        title: 'Data steward',
        contract_start_date: addDays(day, 30),
        placement_fee: '6400.00',
      })
    if (repeats === 1)
      await place(world, stage, 'agree', {
        candidate_name: 'Jonas Feld',
        title: 'Reporting analyst',
        contract_start_date: addDays(day, 45),
        placement_fee: '5200.00',
      })
  })
}

type PermFacts = {
  readonly candidate_name: string
  readonly title: string
  readonly contract_start_date: Day
  readonly placement_fee: string
}

async function place(
  world: World,
  stage: Stage,
  ends: 'approve' | 'agree' | 'ask',
  facts: PermFacts,
): Promise<void> {
  const { id } = await stage.act<{ id: string }>('agency_admin', 'contract.perm_placement.create', {
    client_id: businessId(world, 'brightwater'),
    ...facts,
    funding_type: 'funded',
    client_payment_terms: 30,
    guarantee_period: 90,
  })
  await stage.act('agency_admin', 'contract.perm_placement.submit', { id })
  if (ends === 'ask') return
  await stage.act('hiring_manager', 'contract.perm_placement.approve', { id })
  if (ends === 'agree') return
  await stage.act('provider_operations', 'contract.perm_placement.activate', { id })
}

/** Single documents: an invoice of the agency, a supplier's bill, a fee of the provider. */
export function raiseSingles(world: World, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    if (repeats === 5) {
      const { id } = await stage.act<{ id: string }>('agency_admin', 'contract.sales_invoice.create', {
        client_id: businessId(world, 'brightwater'),
        title: 'Salary survey',
        description: 'Salary survey of data roles, one report',
        amount: '1200.00',
        payment_terms: 30,
      })
      await stage.act('agency_admin', 'contract.sales_invoice.raise', { id })
    }
    if (repeats === 4) {
      const { id } = await stage.act<{ id: string }>('provider_operations', 'contract.adhoc_fee.create', {
        agency_id: businessId(world, 'larkfield'),
        title: 'Credit report',
        description: 'Credit report on a new client',
        amount: '45.00',
        payment_terms: 14,
      })
      await stage.act('provider_operations', 'contract.adhoc_fee.raise', { id })
    }
    if (repeats === 1)
      await stage.act('agency_admin', 'contract.sales_invoice.create', {
        client_id: businessId(world, 'brightwater'),
        title: 'Interview day',
        description: 'Interview day on site, two consultants',
        amount: '850.00',
        payment_terms: 30,
      })
  })
}
