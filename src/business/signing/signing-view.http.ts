/** A document as its signer sees it on the page of the link. */

import type { Clock } from '#kernel/clock.ts'
import { isStintError } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { readValues } from '../document-templates/read-values.server.ts'
import { readAsked } from './asked-fields.server.ts'
import type { SignLink } from './sign-link.http.ts'
import { isSignedRecord, maySign, type SigningView, stateText } from './signing.rules.ts'
import { storedFile } from './signing-files.job.ts'
import { type SummaryLine, summaryOf } from './signing-summary.rules.ts'

export async function readSigningView(tx: Tx, clock: Clock, link: SignLink): Promise<SigningView> {
  const { document, signers, signer, expires_at, needs_code, return_url } = link
  const facts = await tx.row<{
    sender: string
    business: string
    about: string | null
    reason: string | null
  }>(
    `select d.created_by_name as sender, b.name as business, d.reason,
       case when d.parent_entity like 'contract.%' then (select c.title from contract.contract c where c.id = d.parent_id)
       else (select p.name from business.business p where p.id = d.parent_id) end as about
     from platform.document d join business.business b on b.id = d.business_id where d.id = $1`,
    [document.id],
  )
  const frozen = await storedFile(tx, document.id, 'frozen')
  const isTurn =
    document.status === 'inprogress' && maySign(signer, signers) === true && signer.status !== 'declined'
  return {
    title: document.title,
    type: document.type,
    status: document.status,
    state: stateText(document.status, signers),
    sender: facts?.sender ?? '',
    business: facts?.business ?? '',
    about: facts?.about ?? null,
    agreed: document.status === 'inprogress' ? await agreedIn(tx, clock, link) : [],
    reason: document.status === 'rejected' ? (facts?.reason ?? null) : null,
    signer: { name: signer.name, role: signer.role, party: signer.party, status: signer.status },
    signers: signers
      .filter(({ role }) => role !== 'copy')
      .map(({ name, party, status, signed_at }) => ({ name, party, status, signed_at })),
    fields: isTurn
      ? (await readAsked(tx, [signer.id])).map(({ id, kind, label, required }) => ({
          id,
          kind,
          label,
          required,
        }))
      : [],
    is_turn: isTurn,
    needs_code: isTurn && needs_code,
    can_pass_on: isTurn && signer.reassigned_at === null,
    is_sealed: document.final_sha256 !== null,
    file: frozen && { file_name: frozen.file_name, size_bytes: frozen.size_bytes },
    expires_at,
    return_url,
  }
}

/** Read with the signer's own rights: a typed address has none. */
async function agreedIn(
  tx: Tx,
  clock: Clock,
  { document, signer }: SignLink,
): Promise<readonly SummaryLine[]> {
  const { parent_entity, parent_id } = document
  const viewer = signer.contact_id === null ? null : await readViewerOfContact(tx, signer.contact_id)
  if (viewer === null || !isSignedRecord(parent_entity)) return []
  try {
    const { values, rates } = await readValues({ tx, viewer, clock }, parent_entity, parent_id)
    return summaryOf(values, rates)
  } catch (error) {
    if (isStintError(error) && error.code === 'not_found') return []
    throw error
  }
}
