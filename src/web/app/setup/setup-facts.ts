/** The state of the set-up, as the server answers it to its owner. */

import type { SetupFacts } from '#entity/setup-answer.ts'
import { call } from '#web/core/call.ts'

export const setup_key = ['setup'] as const

export const readSetup = (signal?: AbortSignal) =>
  call<{ readonly facts: SetupFacts | null; readonly message: string }>('/api/setup', undefined, signal)

export const steps = [
  { key: 'you', title: 'You' },
  { key: 'business', title: 'Business' },
  { key: 'mail', title: 'Addresses and mail' },
  { key: 'address', title: 'Public address' },
  { key: 'bank', title: 'Bank accounts' },
  { key: 'second', title: 'Second person' },
  { key: 'finish', title: 'Finish' },
] as const
export type StepKey = (typeof steps)[number]['key']

export type StepState = 'open' | 'done' | 'skipped'

export function stateOf(facts: SetupFacts, key: StepKey): StepState {
  switch (key) {
    case 'you':
      return facts.you?.has_factor ? 'done' : 'open'
    case 'business':
      return facts.business ? 'done' : 'open'
    case 'mail':
      return facts.mail.state === 'code_sent' ? 'open' : facts.mail.state
    case 'address':
      return facts.address.state
    case 'bank':
      return facts.bank.entered.length === 2 ? 'done' : facts.bank.state
    case 'second':
      return facts.second.state
    case 'finish':
      return 'open'
  }
}

/** The first two steps come one after the other; everything after them is free. */
export function isReachable(facts: SetupFacts, key: StepKey): boolean {
  if (key === 'you') return true
  return stateOf(facts, 'you') === 'done' && (key === 'business' || facts.business !== null)
}

export const nextStep = (facts: SetupFacts): StepKey =>
  steps.find(({ key }) => stateOf(facts, key) === 'open')?.key ?? 'finish'
