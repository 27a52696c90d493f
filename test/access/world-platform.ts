/** Change requests, files, notes, logs and jobs. */
import {
  businessId,
  type Deal,
  deals,
  emailOf,
  partiesOf,
  providerOf,
  typeOf,
  uid,
  userOf,
  World,
} from './world.ts'
import { putCredit } from './world-credit.ts'
import { putDocuments } from './world-documents.ts'
import { putLists, putPayslips } from './world-lists.ts'
import { putLone } from './world-lone.ts'
import { putParties, worldBusinesses } from './world-parties.ts'
import { putPayroll, putRuns } from './world-payroll.ts'
import { contractOf, putWork } from './world-work.ts'

const deleted = '2026-01-01T00:00:00Z'

function putFiles(world: World, deal: Deal): void {
  const about = {
    'transaction.timesheet': uid(`transaction.timesheet ${deal.name} approved`),
    'transaction.invoice': uid(`transaction.invoice ${deal.name} provider-client open`),
    'contract.temp_placement': contractOf(deal),
    'business.agency': uid(`business.business ${deal.agency}`),
  }
  for (const [parent_entity, parent_id] of Object.entries(about)) {
    for (const state of ['', ' gone']) {
      const name = `${deal.name} ${parent_entity}${state}`
      const common = {
        business_id: businessId(deal.agency),
        parent_entity,
        parent_id,
        ...partiesOf(deal),
        // What an agency keeps of itself names no other party.
        ...(parent_entity === 'business.agency'
          ? { client_id: null, contractor_id: null, funder_id: null }
          : {}),
        deleted_at: state ? deleted : null,
      }
      const attachment_id = world.put('platform.attachment', name, {
        file_name: `${name}.pdf`,
        file_url: name,
        content_type: 'application/pdf',
        size_bytes: 100,
        sha256: name,
        created_by: userOf(deal.agency),
        ...common,
      })
      const document_id = world.put('platform.document', name, {
        type: 'proof',
        title: name,
        attachment_id,
        ...common,
      })
      world.put('platform.signer', name, {
        document_id,
        position: 1,
        role: 'signer',
        party: 'agency',
        name,
        email: `${name}@example.org`,
        status: 'waiting',
        auth: 'link',
        ...partiesOf(deal),
      })
    }
  }
}

/** Further payees of each kind: those of A1 alone, which no other link shows to it, and those of A2 for a contractor of both. */
function putPayees(world: World): void {
  for (const [contractor, agency, deal, companies] of [
    ['C1', 'A1', 'D1', ['M4', 'U3', 'S4', 'Y4']],
    ['C5', 'A2', 'D5', ['M2', 'U4', 'Y5']],
  ] as const)
    for (const company of companies)
      world.put('business.contractor_payee', `${contractor} ${company}`, {
        contractor_id: businessId(contractor),
        agency_id: businessId(agency),
        provider_id: businessId(providerOf(agency)),
        payment_type: typeOf(company) === 'payer' ? 'umbrella' : typeOf(company),
        payment_company_id: businessId(company),
        effective_from: '2026-01-05',
        change_request_id: uid(`request.change_request ${deal} person`),
      })
}

function putRequests(world: World, deal: Deal): void {
  for (const state of ['draft', 'pending', 'approved', 'gone', 'limit', 'person']) {
    const name = `${deal.name} ${state}`
    const is_limit = state === 'limit'
    const is_person = state === 'person'
    const change_request_id = world.put('request.change_request', name, {
      human_id: `CHR ${name}`,
      status: state === 'gone' || is_limit || is_person ? 'pending' : state,
      type: is_limit ? 'credit_limit' : 'rate',
      entity: is_limit ? 'business.credit_limit' : is_person ? 'business.contractor' : 'contract.rate',
      data: { client_rate: '25.00', contractor_rate: '20.00' },
      ...partiesOf(deal),
      requested_by: userOf(deal.agency),
      deleted_at: state === 'gone' ? deleted : null,
    })
    if (is_person)
      for (const ended of [null, deleted])
        world.put('business.contractor_payee', `${name}${ended ?? ''}`, {
          contractor_id: businessId(deal.contractor),
          agency_id: businessId(deal.agency),
          provider_id: businessId(providerOf(deal.agency)),
          payment_type: deal.company === deal.contractor ? 'paye' : 'umbrella',
          payment_company_id: businessId(deal.name === 'D5' ? 'S2' : deal.company),
          effective_from: '2026-01-05',
          change_request_id,
          deleted_at: ended,
        })
    const flow_id = world.put('request.flow', name, {
      change_request_id,
      position: 1,
      business_type: 'client',
      ...partiesOf(deal),
    })
    world.put('request.flow_approval', name, {
      flow_id,
      change_request_id,
      business_id: businessId(deal.client),
      business_type: 'client',
      user_id: userOf(deal.client),
      ...partiesOf(deal),
    })
    world.put('request.change_request_activity', name, {
      change_request_id,
      new_status: 'pending',
      user_id: userOf(deal.agency),
      user_name: 'Somebody',
      ...partiesOf(deal),
    })
  }
}

function putOwn(world: World, business: string): void {
  const mine = { business_id: businessId(business), user_id: userOf(business) }
  // A colleague's: of the same business, by another user.
  const colleague = userOf(business === 'A1' ? 'A2' : 'A1')
  for (const state of ['', ' gone', ' of a colleague', ' elsewhere']) {
    const row = {
      ...mine,
      ...(state === ' of a colleague' ? { user_id: colleague } : {}),
      // A user of two businesses: rows kept in one do not show in the other.
      ...(state === ' elsewhere' ? { business_id: businessId('L6') } : {}),
      deleted_at: state === ' gone' ? deleted : null,
    }
    const name = `${business}${state}`
    world.put('platform.note', name, {
      parent_entity: 'business.business',
      parent_id: businessId('L1'),
      text: `Note of ${name}`,
      user_name: 'Somebody',
      ...row,
    })
    world.put('platform.saved_view', name, { list: 'transaction/invoice', name, search: '?', ...row })
    world.put('platform.report_schedule', name, {
      report: 'commission',
      title: 'Commission',
      format: 'csv',
      frequency: 'weekly',
      weekday: 1,
      period: 'since_last',
      list: {},
      contact_ids: `{${uid(`contact of ${business}`)}}`,
      recipients: '{Somebody}',
      since: '2026-01-01',
      user_name: 'Somebody',
      ...row,
    })
    if (state !== ' gone')
      world.put('platform.communication', name, {
        parent_entity: 'business.business',
        parent_id: businessId('L1'),
        subject: `Mail of ${name}`,
        text: 'Hello',
        to: '{ann@example.org}',
        cc: '{}',
        file_names: '{}',
        attachment_ids: '{}',
        user_name: 'Somebody',
        created_at: '2026-01-01T00:00:00Z',
        business_id: row.business_id,
        user_id: row.user_id,
      })
    if (state !== ' gone')
      world.put('log.mail', `written ${name}`, {
        fact_key: `written ${name}`,
        to: 'ann@example.org',
        subject: `Mail of ${name}`,
        body_text: 'Hello',
        sender_business_id: row.business_id,
        communication_id: uid(`platform.communication ${name}`),
      })
    if (state !== ' gone')
      world.put('platform.message', name, {
        parent_entity: 'business.business',
        parent_id: businessId('L1'),
        text: `Message of ${name}`,
        contact_id: uid(`business.business_contact ${business}`),
        contact_name: 'Somebody',
        status: 'queued',
        user_name: 'Somebody',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        business_id: row.business_id,
        user_id: row.user_id,
      })
    if (state !== ' gone')
      world.put('platform.api_token', name, {
        contact_id: world.put('business.business_contact', `program of ${name}`, {
          business_id: row.business_id,
          user_id: null,
          first_name: name,
          last_name: 'API token',
          email: `${uid(name)}@service.invalid`,
        }),
        name,
        prefix: 'abcdefgh',
        roles: '{agency_admin}',
        actions: '{}',
        is_read_only: true,
        ip_allow: '{}',
        expires_at: '2026-06-01T00:00:00Z',
        created_by: row.user_id,
        created_by_name: 'Somebody',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        business_id: row.business_id,
      })
    // A business has one at a time.
    if (state === '' || state === ' gone')
      world.put('business.identity_provider', name, {
        type: 'oidc',
        name: `Login of ${name}`,
        issuer: 'https://login.example.org',
        application_id: 'stint',
        client_secret_enc: 'cipher',
        verify_token: uid(`proof of ${name}`),
        created_by: row.user_id,
        created_by_name: 'Somebody',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        business_id: row.business_id,
        deleted_at: row.deleted_at,
      })
    // Drafts of a provider are its own.
    for (const [version, status] of [
      [1, 'published'],
      [2, 'draft'],
    ] as const)
      if (state !== ' gone')
        world.put('config.document_template', `${name}, ${status}`, {
          template_id: uid(`template of ${name}`),
          kind: 'business_terms',
          name: 'Terms of business',
          version,
          status,
          blocks: JSON.stringify([{ type: 'parties' }]),
          revision: 1,
          published_at: status === 'published' ? '2026-01-01T00:00:00Z' : null,
          created_by: row.user_id,
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
          business_id: row.business_id,
        })
    // One of each at a time.
    if (state === '' || state === ' gone')
      world.put('config.mail_template', name, {
        template: 'message',
        version: 1,
        status: 'published',
        subject: `Words of ${name}`,
        text: 'Hello',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        business_id: row.business_id,
        deleted_at: row.deleted_at,
      })
    const webhook_id = world.put('platform.webhook', name, {
      url: 'https://hooks.example.org/stint',
      events: '{transaction.timesheet.approved}',
      secret_enc: 'cipher',
      created_by: row.user_id,
      created_by_name: 'Somebody',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      business_id: row.business_id,
      deleted_at: row.deleted_at,
    })
    if (state !== ' gone')
      world.put('platform.webhook_delivery', name, {
        webhook_id,
        business_id: row.business_id,
        message_id: uid(`message of ${name}`),
        event: 'webhook.ping',
        payload: '{}',
        state: 'delivered',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
      })
    world.put('platform.job', name, { kind: 'bulk', viewer: {}, ...row })
    const import_id = world.put('platform.import', name, {
      template: 'clients',
      action_id: 'business.client.create',
      file_name: name,
      file_url: name,
      sha256: name,
      size_bytes: 1,
      ...row,
    })
    const { deleted_at: _, ...whose } = row
    world.put('platform.import_row', name, {
      import_id,
      row_no: 2,
      unit_no: 2,
      cells: '[]',
      status: 'valid',
      ...whose,
    })
  }
  // One about a placement, one to the person in whatever business they act.
  const about = { provider_id: businessId('P1'), agency_id: businessId('A1') }
  for (const [name, parties] of [
    [business, about],
    [`${business} own`, {}],
    [`${business} elsewhere`, { provider_id: businessId('P2') }],
  ] as const) {
    const mail_id = world.put('log.mail', name, {
      fact_key: name,
      to: emailOf(business),
      subject: `Mail to ${name}`,
      body_text: 'Text',
      ...parties,
    })
    world.put('log.mail_attachment', name, {
      mail_id,
      to: emailOf(business),
      file_name: 'a.pdf',
      content_type: 'application/pdf',
      file_url: name,
      sha256: name,
      size_bytes: 1,
    })
  }
  world.put('log.notification_log', business, {
    user_id: userOf(business),
    title: 'Title',
    message: 'Message',
  })
  for (const contact of ['', ' other'])
    world.put('log.notification_log', `${business} of${contact}`, {
      user_id: userOf(business),
      business_contact_id: uid(`business.business_contact ${business}${contact}`),
      business_id: businessId(business),
      title: 'Title',
      message: 'Message',
    })
}

function putAudit(world: World, businesses: readonly string[]): void {
  for (const [i, business] of businesses.entries()) {
    world.put('log.audit', business, {
      // Far from where the table's own numbers begin.
      id: i + 1_000_000,
      chain_id: businessId(business),
      chain_no: 1,
      action_id: 'business.business.update',
      entity: 'business.business',
      entity_id: businessId(business),
      user_id: userOf(business),
      // Done by an agency to a client stands in the agency's chain.
      business_id: businessId('A1'),
      at: '2026-01-01T00:00:00Z',
      previous_hash: '',
      hash: uid(business),
    })
    world.putBare('log.audit_head', { chain_id: businessId(business), chain_no: 1, hash: uid(business) })
  }
}

/** The whole world, ready to be written. */
export function makeWorld(): World {
  const world = new World()
  putParties(world)
  putPayroll(world)
  putLone(world)
  for (const [no, deal] of deals.entries()) putPayslips(world, deal, no)
  putWork(world, deals)
  for (const deal of deals) putFiles(world, deal)
  putDocuments(world, deals, worldBusinesses)
  for (const deal of deals) putRequests(world, deal)
  putPayees(world)
  for (const deal of deals) putCredit(world, deal)
  for (const business of worldBusinesses) putOwn(world, business)
  putAudit(world, worldBusinesses)
  putLists(world, worldBusinesses)
  putRuns(world)
  return world
}
