import { conflict } from '#kernel/errors.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { identity_provider } from './identity-provider.entity.ts'
import { sso_admins } from './identity-provider.rules.ts'
import { idInput, loadProvider } from './identity-provider-input.server.ts'

/** The provider stays set up; every other way in is open again at once. */
export const stopRequiring = verb({
  action_id: 'business.identity_provider.stop_requiring',
  since: '0.1.0',
  summary: 'Opens the other ways to sign in again',
  machine: 'refused',
  impersonator: 'refused',
  who: sso_admins,
  input: idInput,
  output: idInput,
  step_up: FIVE_MINUTES,
  run: async (context, { id }) => {
    const row = await loadProvider(context, id)
    if (!row.required) throw conflict(`Sign-in with ${row.name} is not required`)
    await updateRow(context.tx, identity_provider, id, {
      required: false,
      required_from: null,
      updated_at: context.clock.now(),
    })
    context.audit({
      entity: 'business.identity_provider',
      entity_id: id,
      old_values: { name: row.name, required: true, required_from: row.required_from },
      new_values: { name: row.name, required: false },
    })
    return { id }
  },
})
