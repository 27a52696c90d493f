import type { Database } from '#server/database.ts'
import type { Files } from '#server/storage.server.ts'

/** Where a started demo keeps its files. */
export type Store = { readonly database: Database; readonly files: Files }
