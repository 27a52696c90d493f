import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { closeOwnImpersonation } from './close-impersonation.server.ts'

/** Without an id, the session of the call. */
const input = z.strictObject({ id: z.uuid().optional() })

/** Ends acting as somebody else. The route gives the browser its previous session back. */
export const endImpersonation = verb({
  action_id: 'platform.impersonation.end',
  since: '0.1.0',
  summary: 'Ends acting as somebody else',
  machine: 'refused',
  impersonator: 'allowed',
  who: anybody,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { viewer } = context
    const impersonator = viewer.impersonator_user_id ?? viewer.user_id
    const by = id === undefined ? { session_id: viewer.session_id } : { id }
    const closed = await closeOwnImpersonation(context, by, impersonator)
    if (!closed) throw notFound('Impersonation')
    context.audit(closed.entry)
    return { id: closed.id }
  },
})
