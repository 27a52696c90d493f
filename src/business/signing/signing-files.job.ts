/** The files of a signed document, and their bytes. */
import type { Files } from '#server/storage.server.ts'
import type { Tx } from '#server/verb.ts'
import type { SigningFile } from './load-signing.server.ts'

/** As it was sent, as it was sealed, or its certificate of completion. */
export const signing_files = ['frozen', 'final', 'certificate'] as const
export type SigningFileKind = (typeof signing_files)[number]

export async function storedFile(
  tx: Tx,
  document_id: string,
  kind: SigningFileKind,
): Promise<SigningFile | null> {
  const row = await tx.row<SigningFile>(
    `select a.file_name, a.file_url, a.content_type, a.sha256, a.size_bytes::int as size_bytes
     from platform.document d join platform.attachment a on a.parent_entity = 'platform.document' and a.parent_id = d.id
       and a.deleted_at is null and a.sha256 = d.${kind}_sha256 where d.id = $1 limit 1`,
    [document_id],
  )
  return row ?? null
}

export async function bytesOf(files: Files, file_url: string): Promise<Uint8Array | null> {
  const file = await files.read(file_url)
  if (!file) return null
  const parts: Buffer[] = []
  for await (const part of file.stream) parts.push(part as Buffer) // A stream of a file without encoding.
  return new Uint8Array(Buffer.concat(parts))
}
