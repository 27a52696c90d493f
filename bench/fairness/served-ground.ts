import { join } from 'node:path'
import { type Database, openDatabase } from '#server/database.ts'
import { keptBooksKeys } from '#server/seals/books-key.ts'
import { openGround, ROLE_PREFIX } from '../ground.ts'

type Served = { readonly database: Database; readonly url: string; readonly home: string }

/** Works on a new database with the books keys of the servers that the benchmark starts on it. */
export async function onServedGround(name: string, work: (served: Served) => Promise<void>): Promise<void> {
  const ground = await openGround({ fsync: 'off', shared_buffers: '512MB', max_connections: '200' })
  try {
    const { url } = await ground.make(name)
    const database = openDatabase({
      url,
      readUrl: null,
      rolePrefix: ROLE_PREFIX,
      roleSecret: ground.role_secret,
      poolSize: 4,
      booksKeys: keptBooksKeys(join(ground.home, 'books.key')),
    })
    try {
      await work({ database, url, home: ground.home })
    } finally {
      await database.close()
    }
  } finally {
    await ground.close()
  }
}
