/** What `start` runs and must close again. */

export type Served = {
  /** Where it listens, like http://127.0.0.1:8080 */
  url: string
  /** Stops taking requests and ends the open ones. */
  close: () => Promise<void>
}

/** The running jobs of this process. */
export type Working = { close: () => Promise<void> }

/** One-click sign-ins that only a demo database offers: who it is, and the path that signs them in. */
export type SignIn = { label: string; path: string }
