/** The key that closes the seals of tests and benchmarks. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BooksKeys, booksKeyOf } from '#server/seals/books-key.ts'

const secret = Buffer.alloc(32, 'test')

export const test_keys: BooksKeys = [booksKeyOf(secret)]

/** For a program that a test starts on a database of the tests. */
export function keepTestKey(home: string): void {
  writeFileSync(join(home, 'books.key'), `${secret.toString('hex')}\n`, { mode: 0o600 })
}
