/** Verbs that a session does on no record, so that buttons and forms say so before somebody presses or types. */
import { createContext, useContext } from 'react'

export interface VerbRefusals {
  readonly action_ids: ReadonlySet<string>
  readonly reason: string
}

const Refusals = createContext<VerbRefusals | null>(null)
export const VerbRefusalsProvider = Refusals.Provider

/** The reason of the refusal by the verb; null where the record decides. */
export function useVerbRefusal(): (action_id: string | undefined) => string | null {
  const refusals = useContext(Refusals)
  return (action_id) =>
    refusals !== null && action_id !== undefined && refusals.action_ids.has(action_id)
      ? refusals.reason
      : null
}
