/** The words of each protocol for the same things. */
export const WORDS = {
  'graphql-transport-ws': { subscribe: 'subscribe', next: 'next', stop: 'complete', is_old: false },
  'graphql-ws': { subscribe: 'start', next: 'data', stop: 'stop', is_old: true },
} as const
export type Protocol = keyof typeof WORDS

export const isProtocol = (name: string): name is Protocol => Object.hasOwn(WORDS, name)

/** One subscription, or one query that is being answered. */
export interface Asked {
  readonly bytes: number
  end: () => void
}
