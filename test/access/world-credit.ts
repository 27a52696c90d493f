/** Plans, pauses, letters and promises of every deal. */
import { businessId, type Deal, gbp, partiesOf, uid, type World } from './world.ts'

const deleted = '2026-01-01T00:00:00Z'

export function putCredit(world: World, deal: Deal): void {
  const { provider_id, agency_id, client_id, funder_id } = partiesOf(deal)
  const agency = { provider_id, agency_id }
  const debt = { ...agency, client_id, funder_id }
  const invoice_id = uid(`transaction.invoice ${deal.name} provider-client open`)
  for (const state of ['', ' deleted']) {
    const deleted_at = state ? deleted : null
    world.put('business.chase_step', `${deal.name}${state}`, {
      ...agency,
      // A plan has one step a day: deals of one agency differ.
      days: Number.parseInt(uid(deal.name).slice(0, 4), 16) % 300,
      subject: 'Subject',
      body: 'Text',
      deleted_at: deleted_at ?? (isFirst(world, deal) ? null : deleted),
    })
    world.put('business.statement_schedule', `${deal.name}${state}`, {
      ...agency,
      day_of_month: 5,
      deleted_at: deleted_at ?? (isFirst(world, deal) ? null : deleted),
    })
    world.put('business.client_statement_schedule', `${deal.name}${state}`, {
      ...agency,
      client_id: businessId(deal.client),
      frequency: 'weekly',
      weekday: 1,
      since: '2026-06-01',
      user_name: 'Somebody',
      deleted_at: deleted_at ?? (isFirst(world, deal, deal.client) ? null : deleted),
    })
    world.put('business.chase_pause', `${deal.name}${state}`, {
      ...agency,
      client_id: businessId(deal.client),
      until: '2026-06-30',
      reason: 'Reason',
      user_name: 'Somebody',
      deleted_at: deleted_at ?? (isFirst(world, deal, deal.client) ? null : deleted),
    })
  }
  const chase_id = world.put('transaction.chase', deal.name, {
    kind: 'manual',
    ...debt,
    subject: 'Subject',
    body: 'Text',
    recipients: '{somebody@example.com}',
    invoice_count: 1,
    user_name: 'Somebody',
    on_date: '2026-06-01',
  })
  const owed = { invoice_id, ...debt, currency_id: gbp }
  world.put('transaction.chase_invoice', deal.name, {
    chase_id,
    ...owed,
    outstanding_balance: '120.00',
    days_overdue: 90,
  })
  const disputed = { ...debt, reason: 'Reason', raised_by: 'Somebody', raised_on: '2026-06-01' }
  const dispute_id = world.put('transaction.dispute', deal.name, { invoice_id, ...disputed })
  // Of each type that clients and funders see or do not, and of documents that are not theirs yet.
  for (const of of [
    'provider-client draft',
    'provider-client cancelled',
    'provider-client closed',
    'agency-client open',
    'funder-client open',
    'agency-funder open',
    'funder-agency open',
    'contractor-agency open',
  ]) {
    world.put('transaction.dispute', `${deal.name} ${of}`, {
      invoice_id: uid(`transaction.invoice ${deal.name} ${of}`),
      ...disputed,
    })
  }
  world.put('transaction.dispute_step', deal.name, {
    dispute_id,
    action: 'raised',
    user_name: 'Somebody',
    on_date: '2026-06-01',
    ...debt,
  })
  world.put('transaction.reassignment', deal.name, {
    invoice_id,
    principal_id: provider_id,
    reason: 'Reason',
    user_name: 'Somebody',
    on_date: '2026-06-01',
    ...debt,
  })
  world.put('transaction.payment_promise', deal.name, {
    ...owed,
    amount: '120.00',
    promised_date: '2026-06-30',
    paid_before: '0.00',
    user_name: 'Somebody',
  })
}

const seen = new WeakMap<World, Map<string, string>>()

/** Of an agency (and client) one row stands; its other deals have theirs deleted. */
function isFirst(world: World, deal: Deal, client = ''): boolean {
  const known = seen.get(world) ?? new Map<string, string>()
  seen.set(world, known)
  const key = `${deal.agency} ${client}`
  if (!known.has(key)) known.set(key, deal.name)
  return known.get(key) === deal.name
}
