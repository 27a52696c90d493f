/** A running server that must be closed. */

export type Served = {
  /** Where it listens, like http://127.0.0.1:8080 */
  url: string
  /** Stops taking requests and ends the open ones. */
  close: () => Promise<void>
}

/** The running jobs of this process. */
export type Working = { close: () => Promise<void> }

/** A one-click sign-in of a demo database: the person, and the path that signs them in. */
export type SignIn = { label: string; path: string }
