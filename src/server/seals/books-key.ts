/** The key that closes sealed transactions: the application's, and never in the database (decision 0038). */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type BooksKey = { readonly id: string; readonly secret: Buffer }
/** The first one signs; the others are earlier keys, for checks. */
export type BooksKeys = readonly [BooksKey, ...BooksKey[]]

/** The content of a transaction's code. */
export type SealedTransaction = {
  readonly chain: number
  readonly no: number
  readonly previous_mac: string
  readonly tx: number
  readonly at: string
  readonly says: string
  /** The hash of all that the transaction sealed. */
  readonly digest: string
}

const KEY_FORM = /^[0-9a-f]{64}$/

export function booksKeyOf(secret: Buffer): BooksKey {
  return {
    id: createHash('sha256').update('stint books key').update(secret).digest('hex').slice(0, 16),
    secret,
  }
}

/** @throws Error whose message is a sentence for the operator */
function parseBooksKeys(text: string, file: string): BooksKeys {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [first, ...others] = lines.map((line) => {
    if (!KEY_FORM.test(line.trim()))
      throw new Error(
        `${file} is no file of keys: each line holds 64 hexadecimal digits, the current key first.`,
      )
    return booksKeyOf(Buffer.from(line.trim(), 'hex'))
  })
  if (!first) throw new Error(`${file} holds no key: put the installation's own key there again.`)
  return [first, ...others]
}

/** The installation's keys, made at its first start and readable only to its user. */
export function keptBooksKeys(file: string): BooksKeys {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process of this installation was first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return parseBooksKeys(readFileSync(file, 'utf8'), file)
}

/** The keys of a file that may be absent, for `verify`. */
export function knownBooksKeys(file: string): BooksKeys | null {
  return existsSync(file) ? parseBooksKeys(readFileSync(file, 'utf8'), file) : null
}

export function macOf(key: BooksKey, sealed: SealedTransaction): string {
  const { chain, no, previous_mac, tx, at, says, digest } = sealed
  return createHmac('sha256', key.secret)
    .update(JSON.stringify([chain, no, previous_mac, tx, at, says, digest]))
    .digest('hex')
}

export function isMacOf(key: BooksKey, sealed: SealedTransaction, mac: string): boolean {
  const [mine, theirs] = [Buffer.from(macOf(key, sealed), 'hex'), Buffer.from(mac, 'hex')]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}
