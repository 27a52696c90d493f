/** Examples of verbs of a business's own sign-in. */
import type { Viewer } from '#entity/access.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Stage, txt_records } from './example-parts.ts'

const everybody = ['agency', 'client', 'contractor', 'funder', 'provider'] as const
const categories = ['agency', 'funder', 'provider'] as const

export const sign_on_input = {
  type: 'oidc',
  name: 'Larkfield Login',
  issuer: 'https://login.example.org',
  application_id: 'stint',
  client_secret: 'a secret of the client',
  domains: ['example.org'],
}

/** Another one each time, in place of the one before: a business has one. */
async function made(stage: Stage, viewer: Viewer, change = ''): Promise<{ id: string }> {
  await none(stage, viewer)
  const { id } = await act<{ id: string }>(stage, viewer, 'business.identity_provider.create', sign_on_input)
  if (change)
    await stage.database.app.query(`update business.identity_provider set ${change} where id = $1`, [id])
  return { id }
}

const none = (stage: Stage, viewer: Viewer) =>
  stage.database.app.query(
    'update business.identity_provider set deleted_at = now() where business_id = $1 and deleted_at is null',
    [viewer.business_id],
  )

export const sign_on_examples: Readonly<Record<string, Example>> = {
  'business.security_rule.read': {
    by: admin,
    categories: everybody,
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'business.security_rule.set_second_factor': {
    by: admin,
    categories: everybody,
    input: async (stage, viewer) => {
      await stage.database.app.query('update business.business set second_factor_from = null where id = $1', [
        viewer.business_id,
      ])
      return { business_id: viewer.business_id, second_factor: true }
    },
  },
  'business.identity_provider.create': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      await none(stage, viewer)
      return sign_on_input
    },
  },
  'business.identity_provider.update': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      ...(await made(stage, viewer)),
      application_id: 'another',
      domains: ['example.org', 'example.net'],
      provider_mfa: 'trusted',
      exempt_contact_ids: [],
    }),
  },
  'business.identity_provider.prove_domain': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const { id } = await made(stage, viewer)
      const { rows } = await stage.database.owner.query<{ verify_token: string }>(
        'select verify_token from business.identity_provider where id = $1',
        [id],
      )
      txt_records.set('example.org', `stint-verify=${rows[0]?.verify_token}`)
      return { id, domain: 'example.org' }
    },
  },
  'business.identity_provider.require': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const { id } = await made(stage, viewer, `proven_domains = '{example.org}'`)
      await stage.database.owner.query(
        `insert into auth.session (id, "userId", token, "expiresAt", "createdAt", "updatedAt", identity_provider_id)
         values ($1, $2, $3, now() + interval '1 day', now(), now(), $4)
         on conflict (id) do update set identity_provider_id = excluded.identity_provider_id`,
        [viewer.session_id, viewer.user_id, `session of ${id}`, id],
      )
      return { id }
    },
  },
  'business.identity_provider.stop_requiring': {
    by: admin,
    categories,
    input: (stage, viewer) =>
      made(stage, viewer, `proven_domains = '{example.org}', required = true, required_from = now()`),
  },
  'business.identity_provider.remove': { by: admin, categories, input: made },
}
