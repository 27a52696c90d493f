import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { identity_provider } from './identity-provider.entity.ts'
import { sso_admins } from './identity-provider.rules.ts'
import { idInput, loadProvider } from './identity-provider-input.server.ts'

/** Ends single sign-on: links to its accounts go, and sessions that came through it alone. */
export const removeIdentityProvider = verb({
  action_id: 'business.identity_provider.remove',
  since: '0.1.0',
  summary: 'Removes single sign-on with all links to its accounts',
  machine: 'refused',
  impersonator: 'refused',
  who: sso_admins,
  input: idInput,
  output: idInput,
  step_up: FIVE_MINUTES,
  run: async (context, { id }) => {
    const { tx, clock } = context
    const row = await loadProvider(context, id)
    const now = clock.now()
    await updateRow(tx, identity_provider, id, {
      required: false,
      required_from: null,
      deleted_at: now,
      updated_at: now,
    })
    await tx.run(`delete from auth.identity where provider = 'business' and issuer = $1`, [id])
    context.audit({
      entity: 'business.identity_provider',
      entity_id: id,
      old_values: { name: row.name, required: row.required },
      new_values: { name: row.name, deleted_at: now },
    })
    return { id }
  },
})
