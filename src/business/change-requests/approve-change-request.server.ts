import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { approveRequests, type Decided, decideInput } from './decide-request.server.ts'

/** Whoever is asked agrees; with the last one the change is made. */
export const approveChangeRequest = verb<z.infer<typeof decideInput>, Decided>({
  action_id: 'request.change_request.approve',
  input: decideInput,
  run: approveRequests,
})
