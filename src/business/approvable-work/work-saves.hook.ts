/** Keys of a form's saves. The next step sends them, so a save with a lost answer does not pass for another person's. */
import { useState } from 'react'
import { action, CallError } from '#web/core/call.ts'

/** After these the server may or may not have saved. */
const unanswered: readonly CallError['code'][] = ['lost', 'unavailable', 'internal']

/** The verb takes no more. */
const KEYS_MAX = 50

type WorkSaves = {
  readonly save: <T>(input: Record<string, unknown>, key: string) => Promise<T>
  /** Of the input of the next step. */
  readonly lost: () => { readonly saved_keys?: readonly string[] }
}

/** @param action_id the verb that saves */
export function useWorkSaves(action_id: string): WorkSaves {
  const [saves] = useState(() => workSaves(action_id))
  return saves
}

function workSaves(action_id: string): WorkSaves {
  const keys = new Set<string>()
  return {
    save: async <T>(input: Record<string, unknown>, key: string): Promise<T> => {
      keys.add(key)
      try {
        return await action<T>(action_id, input, key)
      } catch (error) {
        if (!(error instanceof CallError && unanswered.includes(error.code))) keys.delete(key)
        throw error
      }
    },
    lost: () => (keys.size === 0 ? {} : { saved_keys: [...keys].slice(-KEYS_MAX) }),
  }
}
