/** Steps of the sender: void, remind, and name another signer. A signer may pass the document on once. */
import { z } from 'zod'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { emailInput } from '../parties/party-input.server.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'
import {
  ASK_TOPIC,
  documentOfSigner,
  FOLLOW_TOPIC,
  lockSigning,
  lockVisibleSigning,
  REMIND_TOPIC,
  revokeLinks,
  type Signing,
  type SigningSigner,
} from './load-signing.server.ts'
import { endSigning } from './sign-as.server.ts'
import { writeEvent } from './signature-event.server.ts'
import { can, isSender, mayRemind, maySign, who } from './signing.rules.ts'

export const voidDocument = verb({
  action_id: 'platform.document.void',
  since: '0.1.0',
  summary: 'Takes a document back before it is signed by all, with a reason',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.void,
  input: z.strictObject({ id: z.uuid(), comment: documentReasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, comment }) => {
    const signing = await lockVisibleSigning(context, id)
    requireCan(can.void(signing.document, context.viewer))
    const says = `${context.viewer.user_name} of ${context.viewer.business_name} took it back: ${comment}`
    await endSigning(context, signing, { kind: 'voided', signer_id: null, reason: comment, says })
    return { id }
  },
})

/** @throws not_found */
function signerOf({ signers }: Signing, signer_id: string): SigningSigner {
  const one = signers.find(({ id }) => id === signer_id)
  if (!one) throw notFound('Signer')
  return one
}

export const remindSigner = verb({
  action_id: 'platform.document.remind',
  since: '0.1.0',
  summary: 'Reminds a signer by mail, once a day',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.remind,
  input: z.strictObject({ signer_id: z.uuid() }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { signer_id }) => {
    const { tx, viewer, clock } = context
    const signing = await lockVisibleSigning(context, await documentOfSigner(tx, signer_id))
    const { document, signers } = signing
    const one = signerOf(signing, signer_id)
    requireCan(can.remind(document, viewer))
    requireCan(maySign(one, signers))
    requireCan(mayRemind(one.reminded_at, clock.now()))
    await noteReminder(context, document, one)
    context.audit({
      entity: 'platform.document',
      entity_id: document.id,
      new_values: { reminded: one.name, signer_id },
    })
    return { id: document.id }
  },
})

/** Marks the reminder and queues its mail. */
export async function noteReminder(
  { tx, clock, enqueue }: Pick<VerbContext, 'tx' | 'clock' | 'enqueue'>,
  { id: document_id, envelope_id }: Pick<Signing['document'], 'id' | 'envelope_id'>,
  { id, name, email }: Pick<SigningSigner, 'id' | 'name' | 'email'>,
): Promise<void> {
  await tx.run('update platform.signer set reminded_at = $2, updated_at = $2 where id = $1', [
    id,
    clock.now(),
  ])
  const { event_no } = await writeEvent({ tx, clock }, document_id, {
    kind: 'reminded',
    signer_id: id,
    says: `${name} (${email}) was reminded`,
  })
  if (envelope_id === null)
    enqueue(REMIND_TOPIC, `${REMIND_TOPIC}:${document_id}:${event_no}`, { signer_id: id })
  else enqueue(FOLLOW_TOPIC, `${FOLLOW_TOPIC}:${document_id}:${event_no}`, { document_id, remind: email })
}

const newPerson = {
  name: oneLine(
    printed(
      z.string({ error: validationText.required }).trim().min(1, { error: validationText.required }).max(200),
    ),
  ),
  email: emailInput,
}
export const reassignInput = z.strictObject(newPerson)

export const reassignSigner = verb({
  action_id: 'platform.document.reassign',
  since: '0.1.0',
  summary: 'Names another person as a signer; the link of the one before ends',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reassign,
  input: z.strictObject({ signer_id: z.uuid(), ...newPerson }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { signer_id, ...person }) => {
    const { tx, viewer, clock } = context
    const document_id = await documentOfSigner(tx, signer_id)
    const own = await lockSigning(tx, document_id, clock.now())
    const is_sender = isSender(own.document.parent_entity, viewer)
    const signing = is_sender ? await lockVisibleSigning(context, document_id) : own
    if (!is_sender && signerOf(signing, signer_id).contact_id !== viewer.business_contact_id)
      throw notFound('Document')
    await reassignTo(context, signing, signerOf(signing, signer_id), person, is_sender)
    return { id: document_id }
  },
})

/** @param is_sender a signer, unlike the sender, names another signer once only */
export async function reassignTo(
  context: VerbContext,
  { document, signers }: Signing,
  one: SigningSigner,
  { name, email }: z.infer<typeof reassignInput>,
  is_sender: boolean,
): Promise<void> {
  const { tx, clock } = context
  requireCan(can.reassign(document, context.viewer))
  if (one.status === 'signed' || !is_sender) requireCan(maySign(one, signers))
  const address = email.trim().toLowerCase()
  if (signers.some((other) => other.id !== one.id && other.email === address))
    throw invalid({ email: validationText.duplicate_email })
  if (!is_sender && one.reassigned_at !== null)
    throw invalid({ email: 'This document was passed on already' })
  const now = clock.now()
  await revokeLinks(tx, now, [one.id])
  await tx.run(
    `update platform.signer set name = $2, email = $3, contact_id = null, auth = 'link_and_code', status = 'waiting',
       asked_at = null, viewed_at = null, reminded_at = null, reassigned_at = $4, updated_at = $4 where id = $1`,
    [one.id, name, address, now],
  )
  const { event_no } = await writeEvent(context, document.id, {
    kind: 'reassigned',
    signer_id: one.id,
    says: `${is_sender ? context.viewer.user_name : one.name} named ${name} (${address}) in place of ${one.name} (${one.email})`,
  })
  context.audit({
    entity: 'platform.document',
    entity_id: document.id,
    old_values: { signer_id: one.id, name: one.name, email: one.email },
    new_values: { signer_id: one.id, name, email: address },
  })
  context.enqueue(ASK_TOPIC, `${ASK_TOPIC}:${document.id}:${event_no}`, { document_id: document.id })
}
