/** The user's shortcuts as stored on the server. */
export const shortcuts_preference = 'shortcuts'

export interface OwnShortcuts {
  /** Single letters are switched off. */
  readonly off: boolean
  /** Chosen keys by default keys. */
  readonly keys: Readonly<Record<string, string>>
}

export function readShortcuts(raw: unknown): OwnShortcuts {
  if (typeof raw !== 'object' || raw === null) return { off: false, keys: {} }
  const { off, keys } = raw as Readonly<Record<string, unknown>> // An object; both are checked.
  const given = typeof keys === 'object' && keys !== null ? Object.entries(keys) : []
  return {
    off: off === true,
    keys: Object.fromEntries(given.filter((one): one is [string, string] => typeof one[1] === 'string')),
  }
}
