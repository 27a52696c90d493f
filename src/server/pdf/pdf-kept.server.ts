/**
 * Documents that are printed once and kept (platform.rendered). They are found by the hash of all that they print, so a
 * reader finds a document only by the facts that they themselves may read, and a changed fact is another document.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '#kernel/clock.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import type { BooksKey } from '../seals/books-key.ts'
import type { Files } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import { type PdfFile, type PdfPage, pdfFile } from './pdf-file.ts'
import type { PdfUse } from './pdf-render.ts'

export type KeptDeps = {
  readonly database: Pick<Database, 'transaction' | 'booksKeys'>
  readonly clock: Clock
  /** A store of their own: a lost document is printed again, so backups leave them out. */
  readonly rendered: Pick<Files, 'put' | 'read' | 'remove'>
}

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
const EXPIRED_AT_ONCE = 100

type Row = { readonly file_url: string; readonly sha256: string; readonly code: string }

/** Ties a document to its order, so that an edited row never answers with another document. */
const codeOf = ({ secret }: BooksKey, order_hash: string, sha256: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['platform.rendered', order_hash, sha256]))
    .digest('hex')

function isCodeOf(key: BooksKey, order_hash: string, { sha256, code }: Row): boolean {
  const [mine, theirs] = [Buffer.from(codeOf(key, order_hash, sha256)), Buffer.from(code)]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

/** The document as it was printed before; null where it was not, or its row or file was changed. */
export async function keptPdf(
  { database, rendered }: KeptDeps,
  { order_hash, file_name }: PdfPage,
): Promise<PdfFile | null> {
  const { booksKeys } = database
  if (booksKeys === null) return null
  const row = await inTransaction(database, (tx) =>
    tx.row<Row>('select file_url, sha256, code from platform.rendered where order_hash = $1', [order_hash]),
  )
  if (!row || !booksKeys.some((key) => isCodeOf(key, order_hash, row))) return null
  const stored = await rendered.read(row.file_url)
  if (stored === null) return null
  const file = pdfFile(file_name, new Uint8Array(await buffer(stored.stream)))
  if (file.sha256 === row.sha256) return file
  await rendered.remove(row.file_url)
  return null
}

/** Keeps a printed document. */
export async function keepPdf(
  { database, clock, rendered }: KeptDeps,
  { order_hash }: PdfPage,
  { bytes, sha256 }: PdfFile,
): Promise<void> {
  const [key] = database.booksKeys ?? []
  if (key === undefined) return
  const { file_url } = await rendered.put(bytes)
  await inTransaction(database, (tx) =>
    tx.run(
      `insert into platform.rendered (order_hash, file_url, sha256, code, made_at) values ($1, $2, $3, $4, $5)
       on conflict (order_hash) do update set file_url = excluded.file_url, sha256 = excluded.sha256,
         code = excluded.code, made_at = excluded.made_at`,
      [order_hash, file_url, sha256, codeOf(key, order_hash, sha256), clock.now()],
    ),
  )
}

/** The document: as kept, else printed now and kept. No transaction may be open. */
export async function printedPdf(deps: KeptDeps, page: PdfPage, use?: PdfUse): Promise<PdfFile> {
  const kept = await keptPdf(deps, page)
  if (kept !== null) return kept
  const file = await page.print(use)
  await keepPdf(deps, page, file)
  return file
}

/** Forgets documents that were printed 30 days ago. @returns their number */
export async function expireRendered({
  database,
  clock,
  rendered,
}: Omit<KeptDeps, 'rendered' | 'database'> & {
  readonly database: Pick<Database, 'transaction'>
  readonly rendered: Pick<Files, 'remove'>
}): Promise<number> {
  const before = instantFromMs(toMs(clock.now()) - KEPT_DAYS * DAY_MS)
  const gone = await inTransaction(database, (tx) =>
    tx.rows<{ file_url: string }>(
      `delete from platform.rendered where order_hash in
         (select order_hash from platform.rendered where made_at < $1 order by made_at limit ${EXPIRED_AT_ONCE})
       returning file_url`,
      [before],
    ),
  )
  // Another order may have the same bytes: it is printed again.
  for (const { file_url } of gone) await rendered.remove(file_url)
  return gone.length
}
