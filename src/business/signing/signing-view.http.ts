/** A document as its signer sees it on the page of the link. */
import type { Tx } from '#server/verb.ts'
import type { SignLink } from './sign-link.http.ts'
import { maySign, type SigningView, stateText } from './signing.rules.ts'
import { storedFile } from './signing-files.job.ts'

export async function readSigningView(tx: Tx, link: SignLink): Promise<SigningView> {
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
    reason: document.status === 'rejected' ? (facts?.reason ?? null) : null,
    signer: { name: signer.name, role: signer.role, party: signer.party, status: signer.status },
    signers: signers
      .filter(({ role }) => role !== 'copy')
      .map(({ name, party, status, signed_at }) => ({ name, party, status, signed_at })),
    is_turn: isTurn,
    needs_code: isTurn && needs_code,
    can_pass_on: isTurn && signer.reassigned_at === null,
    is_sealed: document.final_sha256 !== null,
    file: frozen && { file_name: frozen.file_name, size_bytes: frozen.size_bytes },
    expires_at,
    return_url,
  }
}
