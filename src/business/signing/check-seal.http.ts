/** Checks the stored files of a signed document: `POST /api/permission/checkSignedDocument`. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { precondition } from '#kernel/errors.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { readSeals } from '#server/signing/read-seal.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import type { SigningFile } from './load-signing.server.ts'
import { brokenEvent, readEvents } from './signature-event.server.ts'
import { type SealCheck, sealFault } from './signing.rules.ts'
import { bytesOf, storedFile } from './signing-files.job.ts'

type Facts = {
  readonly frozen_sha256: string
  readonly final_sha256: string | null
  readonly certificate_sha256: string
  readonly sealed_by: string
  readonly timestamp_missing: boolean
  /** The file is Documenso's own, under its seal; ours is on the certificate, which names the file's hash. */
  readonly signed_with: string | null
}

const input = z.strictObject({ document_id: z.uuid() })

export function checkSealRoute(app: FastifyInstance, context: HttpContext): void {
  app.post('/api/permission/checkSignedDocument', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { document_id } = parseInput(input, request.body ?? {})
    return { success: true, data: await checkSigned(context, viewer, document_id) }
  })
}

/** @throws not_found, or precondition before the seal */
export async function checkSigned(
  { database, files, clock }: Pick<HttpContext, 'database' | 'files' | 'clock'>,
  viewer: Viewer,
  id: string,
) {
  const { facts, parts } = await inTransaction(database, async (tx) => {
    const [row] = await loadVisible<Facts>(tx, viewer, 'platform.document', [id], {
      columns:
        't.frozen_sha256, t.final_sha256, t.certificate_sha256, t.sealed_by, t.timestamp_missing, t.signed_with',
    })
    if (!row || row.final_sha256 === null) throw precondition('This document is not sealed yet')
    return { facts: row, parts: await storedParts(tx, id) }
  })
  return {
    ...sealFault(await checkOf(files, facts, parts)),
    sealed_by: facts.sealed_by,
    timestamp_missing: facts.timestamp_missing,
    checked_at: clock.now(),
  }
}

async function storedParts(tx: Tx, document_id: string) {
  return {
    frozen: await storedFile(tx, document_id, 'frozen'),
    final: await storedFile(tx, document_id, 'final'),
    certificate: await storedFile(tx, document_id, 'certificate'),
    broken_event: brokenEvent(await readEvents(tx, document_id)),
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const plain = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()

async function checkOf(
  files: HttpContext['files'],
  facts: Facts,
  { frozen, final, certificate, broken_event }: Awaited<ReturnType<typeof storedParts>>,
): Promise<SealCheck> {
  const read = async (file: SigningFile | null) => file && bytesOf(files, file.file_url)
  const isSealed = async (bytes: Uint8Array | null, sha256: string | null): Promise<boolean> => {
    if (bytes === null || hashOf(bytes) !== sha256) return false
    const seal = (await readSeals(bytes)).at(-1)
    return seal?.is_valid === true && seal.covers_all && seal.fingerprint === plain(facts.sealed_by)
  }
  const signed = await read(final)
  const begins =
    signed !== null &&
    frozen !== null &&
    hashOf(signed.subarray(0, frozen.size_bytes)) === facts.frozen_sha256
  return {
    is_final_sealed:
      facts.signed_with === null
        ? await isSealed(signed, facts.final_sha256)
        : signed !== null && hashOf(signed) === facts.final_sha256,
    // Documenso writes a new file.
    holds_frozen: begins || facts.signed_with !== null,
    is_certificate_sealed: await isSealed(await read(certificate), facts.certificate_sha256),
    are_events_whole: broken_event === null,
  }
}
