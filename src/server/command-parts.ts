import { existsSync } from 'node:fs'
import type { Installation } from './command-installation.ts'

/** What the HTTP server is given. */
export type ServeOptions = {
  installation: Installation
  host: string
  /** A port that was free a moment ago. */
  port: number
  /** Folder of the built web pages. */
  webFolder: string
}
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

type HttpModule = { serve: (options: ServeOptions) => Promise<Served> }
type WorkerModule = { startWorker: (installation: Installation) => Promise<Working> }
type DemoModule = {
  loadDemo: (installation: Installation, say: (sentence: string) => void) => Promise<void>
  demoSignIns?: (installation: Installation) => Promise<SignIn[]>
}

async function part<T>(path: string): Promise<T | null> {
  const file = new URL(path, import.meta.url)
  if (!existsSync(file)) return null
  return (await import(file.href)) as T // The module's own exports, named in the types above.
}

export const httpPart = () => part<HttpModule>('./http.ts')
export const workerPart = () => part<WorkerModule>('./worker.ts')
export const demoPart = () => part<DemoModule>('../demo/load.ts')
