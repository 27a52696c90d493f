/** Payroll, integrations, terms by date and the provider's logs, of every deal and every business. */
import {
  businessId,
  type Deal,
  deals,
  gbp,
  partiesOf,
  providerOf,
  type Row,
  uid,
  userOf,
  type World,
} from './world.ts'

const deleted = '2026-01-01T00:00:00Z'
const standard_rate = '00000000-0000-7000-8000-0000000000a1'
const states = ['', ' gone'] as const

/** Payslips stand before the figures that name them. */
export function putPayslips(world: World, deal: Deal, no: number): void {
  const { provider_id, agency_id, contractor_id } = partiesOf(deal)
  const mine = { provider_id, agency_id }
  for (const [at, state] of ['draft', 'issued', 'paid', 'gone'].entries()) {
    const name = `${deal.name} ${state}`
    const payslip_period_id = world.put('transaction.payslip_period', name, {
      human_id: `PRP ${name}`,
      // A deal is one agency's, and an agency's periods differ.
      period_number: no * 4 + at + 1,
      tax_year: 2026,
      frequency: 'week',
      start_date: '2026-04-06',
      end_date: '2026-04-12',
      pay_date: '2026-04-17',
      ...mine,
      deleted_at: state === 'gone' ? deleted : null,
    })
    world.put('transaction.payslip', name, {
      human_id: `PSL ${name}`,
      period_number: no * 4 + at + 1,
      payslip_period_id,
      status: state === 'gone' ? 'issued' : state,
      pay_date: '2026-04-17',
      ...mine,
      contractor_id,
      currency_id: gbp,
      gross_pay: '100',
      net_pay: '80',
      deleted_at: state === 'gone' ? deleted : null,
    })
  }
}

function putIntegration(world: World, agency: string): void {
  const mine = { provider_id: businessId(providerOf(agency)), agency_id: businessId(agency) }
  for (const state of states) {
    const name = `${agency}${state}`
    const row = { ...mine, deleted_at: state ? deleted : null }
    const mapped = (type: string, to: object) =>
      world.put('integrations.config_detail', `${type} ${name}`, { type, platform: 'xero', ...to, ...row })
    mapped('vat', { business_tax_id: standard_rate })
    mapped('contact', { contact_id: businessId('L1') })
    mapped('bank', { bank_account_id: uid(`business.bank_account ${agency}`) })
    const about = { transaction_type: 'invoice', transaction_id: uid(name), reference: `INV ${name}` }
    world.put('integrations.exception', name, { ...about, mismatches: ['status'], ...row })
    world.put('integrations.data_queue', name, { ...about, ...row })
  }
}

/** Each deal's terms, of a service that stands, one that is deleted, and another kind of setting beside them. */
function putTerms(world: World, deal: Deal): void {
  const kinds = [
    ['', {}],
    [' gone', { deleted_at: deleted }],
    [' setting', { type: 'setting' }],
    [' of a deleted service', { transaction_id: uid('business.service client-agency L3-A1') }],
    [' of a service without an agency', { transaction_id: uid('business.service client-agency L6-A2') }],
  ] as const
  for (const [state, row] of kinds) {
    world.put('config.configuration', `terms of ${deal.name}${state}`, {
      business_id: businessId(deal.client),
      agency_id: businessId(deal.agency),
      transaction_id: uid(`business.service client-agency ${deal.client}-${deal.agency}`),
      transaction_type: 'business.service',
      type: 'payment_terms',
      sub_type: 'temp_placement',
      payment_terms: 30,
      status: 'completed',
      effective_from: '2025-01-01',
      ...row,
    })
  }
}

/** An invitation of a business's contact. */
export function putInvitation(world: World, name: string, whose: Row): void {
  world.put('platform.invitation', name, {
    email: `${uid(name)}@example.org`,
    invited_by: 'Paula Vale',
    created_by: userOf('P1'),
    sends: 1,
    last_sent_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-01-08T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...whose,
  })
}

/** A role change of a business's contact, over already, so that several stand beside each other. */
function putRoleChanges(world: World, business: string): void {
  const provider = business.startsWith('P') ? business : providerOf(business)
  const people = [
    ['by the business', userOf('C1'), userOf(business)],
    ['by a provider', null, userOf('P1')],
    ['about a provider', userOf('P1'), userOf('C1')],
    ['by strangers', userOf('C1'), userOf('C3')],
  ] as const
  for (const [state, user_id, asked_by] of people)
    world.put('request.role_change', `${business} ${state}`, {
      status: 'withdrawn',
      kind: 'roles',
      business_id: businessId(business),
      provider_id: businessId(provider),
      business_contact_id: uid(`business.business_contact ${business}`),
      user_id,
      name: `Somebody of ${business}`,
      email: 'somebody@example.org',
      roles: '{agency_admin}',
      reactivates: false,
      invites: false,
      asked_by,
      asked_by_name: 'Somebody',
      decided_at: '2026-01-02T00:00:00Z',
      expires_at: '2026-01-08T00:00:00Z',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-02T00:00:00Z',
    })
}

function putWatched(world: World, business: string): void {
  const provider_id = businessId(business.startsWith('P') ? business : providerOf(business))
  const impersonations = {
    '': { user_id: userOf(business), business_id: businessId(business) },
    ' of a colleague': { user_id: `colleague-${business}`, business_id: businessId(business) },
    ' elsewhere': { user_id: userOf(business), business_id: uid(`elsewhere ${business}`) },
  }
  for (const [which, whose] of Object.entries(impersonations))
    world.put('log.impersonation', `${business}${which}`, {
      provider_id,
      impersonator_user_id: userOf('P1'),
      impersonator_name: 'Paula Vale',
      ...whose,
      reason: `Help for ${business}${which}`,
      started_at: '2026-01-01T00:00:00Z',
      ends_at: '2026-01-01T00:30:00Z',
      ended_at: '2026-01-01T00:10:00Z',
      ended_by: 'impersonator',
    })
  world.put('log.security_event', business, {
    id: uid(`log.security_event ${business}`),
    at: '2026-01-01T00:00:00Z',
    kind: 'sign_in',
    outcome: 'ok',
    user_id: userOf(business),
    business_id: businessId(business),
    provider_id,
  })
  for (const state of ['sent', 'accepted', 'expired'])
    putInvitation(world, `${business} ${state}`, {
      business_contact_id: uid(`business.business_contact ${business}${state === 'sent' ? ' other' : ''}`),
      business_id: businessId(business),
      state,
    })
  world.put('log.api_exception', business, {
    method: 'POST',
    path: '/api/permission/action',
    status: 500,
    message: `Fault of ${business}`,
    request_id: business,
    user_id: userOf(business),
    business_id: businessId(business),
    provider_id,
  })
}

export function putLists(world: World, businesses: readonly string[]): void {
  for (const deal of deals) putTerms(world, deal)
  for (const agency of ['A1', 'A2', 'A3']) putIntegration(world, agency)
  for (const business of businesses) putWatched(world, business)
  for (const business of businesses.filter((one) => /^[AFP]/.test(one))) putRoleChanges(world, business)
}
