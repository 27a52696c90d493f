/** Signing and declining as one signer: the same by a link and by a session. */
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Answers } from '../platform/signature-fields.rules.ts'
import { keepAnswers } from './asked-fields.server.ts'
import {
  ASK_TOPIC,
  FOLLOW_TOPIC,
  revokeLinks,
  SEAL_TOPIC,
  type Signing,
  type SigningSigner,
  TELL_TOPIC,
} from './load-signing.server.ts'
import { writeEvent } from './signature-event.server.ts'
import { can, consent_text, isCompleted, maySign, nextSigners, type SignatureValue } from './signing.rules.ts'

export type Origin = {
  readonly ip: string | null
  readonly user_agent: string | null
  readonly proof: string
}

/** Signed with Documenso: the signature itself is in its file alone. */
export const with_documenso = { ip: null, user_agent: null, proof: 'Documenso' } as const

const at_once = { ip: null, user_agent: null }

export async function signAs(
  context: VerbContext,
  { document, signers }: Signing,
  signer: SigningSigner,
  value: SignatureValue | null,
  { ip, user_agent, proof }: Origin,
  answers: Answers = {},
): Promise<void> {
  const { tx, clock } = context
  requireCan(can.sign(document, context.viewer))
  requireCan(maySign(signer, signers))
  // Answers to questions at Documenso are in its file alone.
  const answered = value === null ? [] : await keepAnswers(context, signer.id, answers)
  const now = clock.now()
  await tx.run(
    `update platform.signer set status = 'signed', signed_at = $2, viewed_at = coalesce(viewed_at, $2), asked_at = coalesce(asked_at, $2),
       signature_kind = $3, ip = $4, user_agent = $5, updated_at = $2 where id = $1`,
    [signer.id, now, value?.kind ?? null, ip, user_agent],
  )
  if (value !== null)
    await tx.run(
      `update platform.signature_field set value = $2, updated_at = $3 where signer_id = $1 and kind = 'signature'`,
      [signer.id, JSON.stringify(value), now],
    )
  const event = await writeEvent(context, document.id, {
    kind: 'signed',
    signer_id: signer.id,
    says: `${signer.name} (${signer.email}) ${signer.role === 'approver' ? 'approved' : 'signed'}${value === null ? ` with ${proof}` : `, ${value.kind}, by ${proof}: "${consent_text}"`}${answered.length === 0 ? '' : `. ${answered.join('; ')}`}`,
    ip,
    user_agent,
  })
  context.audit({
    entity: 'platform.document',
    entity_id: document.id,
    old_values: { signer_id: signer.id, signer_status: signer.status },
    new_values: { signer_id: signer.id, signer_status: 'signed', signed_by: signer.name },
  })
  const after = signers.map((one) => (one.id === signer.id ? { ...one, status: 'signed' as const } : one))
  if (!isCompleted(after)) {
    if (nextSigners(after).every(({ position }) => position !== signer.position))
      context.enqueue(ASK_TOPIC, `${ASK_TOPIC}:${document.id}:${event.event_no}`, {
        document_id: document.id,
      })
    return
  }
  await tx.run(
    `update platform.document set status = 'completed', completed_at = $2, updated_at = $2 where id = $1`,
    [document.id, now],
  )
  await writeEvent(context, document.id, {
    kind: 'completed',
    signer_id: null,
    says: 'All have signed',
    ...at_once,
  })
  context.audit({
    entity: 'platform.document',
    entity_id: document.id,
    old_values: { status: 'inprogress' },
    new_values: { status: 'completed' },
  })
  context.enqueue(SEAL_TOPIC, `${SEAL_TOPIC}:${document.id}`, { document_id: document.id })
}

export async function declineAs(
  context: VerbContext,
  { document, signers }: Signing,
  signer: SigningSigner,
  comment: string,
  { ip, user_agent }: Omit<Origin, 'proof'>,
): Promise<void> {
  requireCan(can.decline(document, context.viewer))
  requireCan(maySign(signer, signers))
  await context.tx.run(
    `update platform.signer set status = 'declined', comment = $2, ip = $3, user_agent = $4, updated_at = $5 where id = $1`,
    [signer.id, comment, ip, user_agent, context.clock.now()],
  )
  await endSigning(
    context,
    { document, signers },
    {
      kind: 'declined',
      signer_id: signer.id,
      reason: comment,
      says: `${signer.name} (${signer.email}) declined: ${comment}`,
      ip,
      user_agent,
    },
  )
}

type Ending = {
  readonly kind: 'declined' | 'voided'
  readonly signer_id: string | null
  readonly reason: string
  readonly says: string
  readonly ip?: string | null
  readonly user_agent?: string | null
}

/** Ends a document that will not be signed: rejected, its links dead, its people told. */
export async function endSigning(
  context: VerbContext,
  { document, signers }: Signing,
  ending: Ending,
): Promise<void> {
  const { tx, clock } = context
  const now = clock.now()
  await tx.run(
    `update platform.document set status = 'rejected', reason = $2, updated_at = $3 where id = $1`,
    [document.id, ending.reason, now],
  )
  await revokeLinks(
    tx,
    now,
    signers.map(({ id }) => id),
  )
  await writeEvent(context, document.id, ending)
  context.audit({
    entity: 'platform.document',
    entity_id: document.id,
    old_values: { status: document.status },
    new_values: {
      status: 'rejected',
      reason: ending.reason,
      ...(ending.signer_id ? { signer_id: ending.signer_id } : {}),
    },
  })
  if (document.envelope_id !== null)
    context.enqueue(FOLLOW_TOPIC, `${FOLLOW_TOPIC}:${document.id}:ended`, { document_id: document.id })
  if (document.status !== 'draft')
    context.enqueue(TELL_TOPIC, `${TELL_TOPIC}:${document.id}`, {
      document_id: document.id,
      what: ending.kind,
    })
}

/** The viewer's own place among the signers. @throws precondition for somebody else's document */
export function ownSigner({ signers }: Signing, viewer: VerbContext['viewer']): SigningSigner {
  const mine = signers.filter(
    ({ contact_id, role }) => contact_id === viewer.business_contact_id && role !== 'copy',
  )
  const own = mine.find(({ status }) => status !== 'signed') ?? mine[0]
  if (!own) throw precondition('You are no signer of this document')
  return own
}
