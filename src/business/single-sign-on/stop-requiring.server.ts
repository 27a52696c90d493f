import { conflict } from '#kernel/errors.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { endRequirement } from './end-requirement.server.ts'
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
    await endRequirement(context, row)
    return { id }
  },
})
