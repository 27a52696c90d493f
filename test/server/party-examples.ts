/** Examples of verbs about people and profiles of businesses. */
import { api_token } from '#business/people/api-tokens/api-token.entity.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { inTransaction } from '#server/tx.ts'
import { updateRow } from '#server/write-row.server.ts'
import { act, companyInput, seedClient, seedContact } from '../fixtures/world.ts'
import { admin, type Example, provider, type Stage } from './example-parts.ts'

const person = () => ({ first_name: 'Ada', last_name: 'Byron', email: `${crypto.randomUUID()}@example.org` })

const apiToken = () => ({
  name: 'Hours of the rota',
  roles: ['agency_admin'],
  actions: ['transaction.timesheet.*'],
  is_read_only: false,
  ip_allow: ['198.51.100.0/24'],
  expires_in_days: 30,
})

/** A picture that hangs on the agency, as an upload leaves it. */
async function picture(stage: Stage): Promise<string> {
  const id = newUuid(stage.clock)
  await stage.database.app.query(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'business.agency', $2, 'logo.png', $3, 'image/png', 900, 'a', $4, $5, $2)`,
    [id, stage.agency.id, `files/${id}`, admin(stage).user_id, stage.agency.provider.id],
  )
  return id
}

/** A person with an approved reset of their second factors. */
async function resetWaits(stage: Stage): Promise<string> {
  const user_id = await joined(stage)
  const id = newUuid(stage.clock)
  const by = [provider(stage).user_id, admin(stage).user_id]
  await stage.database.app.query(
    `insert into request.role_change (id, status, kind, business_id, provider_id, business_contact_id, user_id, name, email,
       roles, reactivates, invites, asked_by, asked_by_name, decided_by, decided_at, expires_at, created_at, updated_at)
     select $1, 'approved', 'factors', c.business_id, $2, c.id, c.user_id, c.name, c.email, '{}', false, false, $3, 'One', $4,
       $5, $5, $5, $5 from business.business_contact c where c.user_id = $6`,
    [id, stage.agency.provider.id, ...by, stage.clock.now(), user_id],
  )
  await stage.database.app.query(
    `insert into auth.factor_reset_wait (id, user_id, role_change_id, state, runs_at, created_at, updated_at)
     values ($1, $2, $3, 'waiting', $4::timestamptz + interval '24 hours', $4, $4)`,
    [newUuid(stage.clock), user_id, id, stage.clock.now()],
  )
  return user_id
}

async function registrationOf(stage: Stage): Promise<{ name: string; brn: string }> {
  const { rows } = await stage.database.owner.query<{ name: string; brn: string }>(
    'select c.name, c.brn from business.company c join business.business b on b.company_id = c.id where b.id = $1',
    [stage.agency.id],
  )
  return present(rows[0], 'a company')
}

async function invited(stage: Stage): Promise<string> {
  const { id } = await act<{ id: string }>(stage, admin(stage), 'business.business_contact.create', {
    business_id: stage.agency.id,
    ...person(),
    roles: ['agency_user'],
  })
  return id
}

/** Support acts as somebody of the agency, and as nobody else. */
async function actedAs(stage: Stage, viewer: Viewer): Promise<string> {
  const id = newUuid(stage.clock)
  await stage.database.app.query(
    'update log.impersonation set ended_at = now() where impersonator_user_id = $1 and ended_at is null',
    [viewer.user_id],
  )
  await stage.database.app.query(
    `insert into log.impersonation (id, provider_id, impersonator_user_id, user_id, business_id, reason, started_at, ends_at)
     values ($1, $2, $3, $4, $5, 'The list stays empty', $6, $6::timestamptz + interval '1 hour')`,
    [id, viewer.provider_id, viewer.user_id, await joined(stage), stage.agency.id, stage.clock.now()],
  )
  return id
}

/** Somebody of the agency who has joined. */
const joined = async (stage: Stage) =>
  (await seedContact(stage, admin(stage), stage.agency.id, 'Lena', 'agency_user')).user_id

export const party_examples: Readonly<Record<string, Example>> = {
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
  'business.business_contact.check': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => {
      const client = await seedClient(stage, stage.agency)
      const { id } = await act<{ id: string }>(stage, admin(stage), 'business.business_contact.create', {
        business_id: client.id,
        ...person(),
        roles: ['hiring_manager'],
      })
      return { id, comment: 'Called the switchboard by the number of its website' }
    },
  },
  'business.business_contact.set_preference': {
    by: admin,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    input: async (stage) => {
      const { id } = await act<{ id: string }>(stage, admin(stage), 'business.business_contact.create', {
        business_id: stage.placed.client.id,
        ...person(),
        roles: ['hiring_manager'],
        can_sign_in: false,
      })
      return { id, reach_by: 'telephone' }
    },
  },
  'business.client.set_details': {
    by: admin,
    categories: ['agency', 'client', 'provider'],
    input: async (stage) => ({
      client_id: (await seedClient(stage, stage.agency)).id,
      phone: '+441132000000',
      website: 'https://harbour.example',
    }),
  },
  'business.service.set_reference': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => {
      const { rows } = await stage.database.owner.query<{ id: string }>(
        `select id from business.service where type = 'client-agency' and from_business_id = $1`,
        [stage.placed.client.id],
      )
      return { id: rows[0]?.id, reference: 'CL-9' }
    },
  },
  'business.client.set_email_domains': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({ client_id: stage.placed.client.id, email_domains: ['harbour.example'] }),
  },
  'platform.api_token.create': {
    by: admin,
    categories: ['agency', 'provider', 'funder'],
    input: async () => apiToken(),
  },
  'platform.api_token.keep': {
    by: admin,
    categories: ['agency', 'provider', 'funder'],
    input: async (stage) => {
      const { id } = await act<{ id: string }>(stage, admin(stage), 'platform.api_token.create', apiToken())
      // As the product asks for it, so that the row stays sealed.
      await inTransaction(stage.database, (tx) =>
        updateRow(tx, api_token, id, { review_asked_at: stage.clock.now() }),
      )
      return { id }
    },
  },
  'platform.api_token.revoke': {
    by: admin,
    categories: ['agency', 'provider', 'funder'],
    input: async (stage) => {
      const { id } = await act<{ id: string }>(stage, admin(stage), 'platform.api_token.create', apiToken())
      return { id }
    },
  },
  'business.business_contact.update': {
    by: admin,
    categories: ['agency', 'provider', 'funder'],
    input: async (stage) => {
      const business_id = stage.placed.client.id
      const named = { ...person(), roles: ['hiring_manager'] }
      const { id } = await act<{ id: string }>(stage, admin(stage), 'business.business_contact.create', {
        business_id,
        ...named,
        can_sign_in: false,
      })
      return {
        id,
        ...named,
        last_name: 'Lovelace',
        roles: ['invoice_contact'],
        is_active: true,
        invite: true,
      }
    },
  },
  'log.unconfirmed_user.resend': {
    by: admin,
    categories: ['agency', 'provider', 'funder'],
    input: async (stage) => {
      const business_contact_id = await invited(stage)
      await stage.database.app.query(
        `update platform.invitation set last_sent_at = last_sent_at - interval '1 hour' where business_contact_id = $1`,
        [business_contact_id],
      )
      return { business_contact_id }
    },
  },
  'log.unconfirmed_user.revoke': {
    by: admin,
    categories: ['agency', 'provider', 'funder'],
    input: async (stage) => ({ business_contact_id: await invited(stage) }),
  },
  'platform.user.deactivate': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({ user_id: await joined(stage), reason: 'Left the agency' }),
  },
  'platform.user.reactivate': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => {
      const user_id = await joined(stage)
      await act(stage, provider(stage), 'platform.user.deactivate', { user_id, reason: 'On leave' })
      return { user_id }
    },
  },
  'platform.user.reset_factors': {
    by: provider,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => {
      const user_id = await joined(stage)
      await stage.database.app.query(
        `insert into auth.factor (id, user_id, type, label, created_at, confirmed_at) values ($1, $2, 'totp', 'App', $3, $3)`,
        [crypto.randomUUID(), user_id, stage.clock.now()],
      )
      return { user_id, reason: 'The phone is lost' }
    },
  },
  'platform.user.stop_factor_reset': {
    by: provider,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => ({ user_id: await resetWaits(stage), reason: 'The phone is found' }),
  },
  'platform.impersonation.start': {
    by: provider,
    categories: ['provider'],
    input: async (stage) => ({
      business_contact_id: (await seedContact(stage, admin(stage), stage.agency.id, 'Lena', 'agency_user'))
        .business_contact_id,
      reason: 'The list stays empty',
      minutes: 15,
    }),
  },
  'platform.impersonation.end': {
    by: provider,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    input: async (stage, viewer) => ({ id: await actedAs(stage, viewer) }),
  },
  'business.support_access.set': {
    by: admin,
    categories: ['agency', 'funder'],
    input: async (stage, viewer) => {
      const { rows } = await stage.database.owner.query<{ support_access: boolean }>(
        'select support_access from business.business where id = $1',
        [viewer.business_id],
      )
      return { is_on: !present(rows[0], 'a business').support_access }
    },
  },
  'business.company.update': {
    by: admin,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => ({
      business_id: stage.agency.id,
      ...companyInput('Agency'),
      ...(await registrationOf(stage)),
      phone: '+441130000001',
    }),
  },
  'business.company.set_logo': {
    by: admin,
    categories: ['agency', 'funder', 'provider'],
    input: async (stage) => ({ business_id: stage.agency.id, attachment_id: await picture(stage) }),
  },
}
