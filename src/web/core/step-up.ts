/** Calls that wait for their person to confirm that it is them. One dialog answers them. */
import { useSyncExternalStore } from 'react'
import type { StepUpNeed } from '#kernel/errors.ts'

/** The token belongs to a call that needs a confirmation of its own. */
export type StepUpProof = { readonly step_up_token?: string }

export type Waiting = {
  readonly need: StepUpNeed
  /** Null = not confirmed. */
  readonly settle: (proof: StepUpProof | null) => void
}

/** Keeps calls in their order. A confirmation of the session serves all calls that need no other. */
export function stepUpQueue() {
  let waiting: readonly Waiting[] = []
  let isOpen = false
  const readers = new Set<() => void>()
  const set = (next: readonly Waiting[]) => {
    waiting = next
    for (const reader of readers) reader()
  }
  return {
    /** Resolves to null where nobody can be asked. */
    ask: (need: StepUpNeed): Promise<StepUpProof | null> => {
      if (!isOpen) return Promise.resolve(null)
      return new Promise((settle) => set([...waiting, { need, settle }]))
    },
    first: (): Waiting | null => waiting[0] ?? null,
    /** The first call has its answer. */
    answer: (proof: StepUpProof | null) => {
      const [first, ...rest] = waiting
      if (!first) return
      const served = rest.filter(({ need }) => proof !== null && need.max_age > 0)
      set(rest.filter((one) => !served.includes(one)))
      first.settle(proof)
      for (const one of served) one.settle({})
    },
    /** A dialog is there to ask. @returns its end, at which nobody confirms any more */
    open: () => {
      isOpen = true
      return () => {
        isOpen = false
        const left = waiting
        set([])
        for (const one of left) one.settle(null)
      }
    },
    subscribe: (reader: () => void) => {
      readers.add(reader)
      return () => void readers.delete(reader)
    },
  }
}

const queue = stepUpQueue()

export const askStepUp = queue.ask
export const answerStepUp = queue.answer
export const openStepUps = queue.open

/** The call to confirm now. */
export const useStepUp = (): Waiting | null => useSyncExternalStore(queue.subscribe, queue.first)
