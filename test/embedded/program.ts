/**
 * A program that holds an embedded database and writes to it until it is killed; the tests kill it.
 * Says `up {url}` when it runs and `row n` after each acknowledged commit.
 */
import pg from 'pg'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'

const [home = '', work = 'hold'] = process.argv.slice(2)
try {
  const embedded = await startEmbeddedDatabase({ home })
  process.stdout.write(`up ${embedded.url}\n`)
  process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
  if (work === 'write') {
    const client = new pg.Client({ connectionString: embedded.url })
    await client.connect()
    await client.query('create table if not exists written (n int primary key)')
    for (let n = 1; ; n += 1) {
      await client.query('insert into written values ($1)', [n])
      process.stdout.write(`row ${n}\n`)
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
