/**
 * Documents that are signed with Documenso: handed over when they are sent, and compared with their envelope after each
 * webhook, each night and each step of the sender. A webhook only wakes us: states follow the envelope as it is read.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'
import type { Settings } from '#server/settings.ts'
import { type Envelope, type NewEnvelope, openDocumenso } from '#server/signing/documenso.server.ts'
import { addSheet } from '#server/signing/seal-pdf.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import type { AskedKind } from '../platform/signature-fields.rules.ts'
import { readAsked, type SignerField } from './asked-fields.server.ts'
import { FOLLOW_TOPIC, lockSigning, type Signing, type SigningSigner } from './load-signing.server.ts'
import { declineAs, endSigning, signAs, with_documenso } from './sign-as.server.ts'
import { writeEvent } from './signature-event.server.ts'
import { leftText, nextSigners } from './signing.rules.ts'
import { bytesOf, storedFile } from './signing-files.job.ts'
import { ownStep, senderOf } from './signing-step.job.ts'

type Step = NonNullable<Awaited<ReturnType<typeof ownStep>>>

/** @throws the delivery's error while it is not set up: documents on their way wait for it */
export function documensoOf({ signing: { documenso } }: Settings) {
  if (documenso === null)
    throw new Error(
      'Documenso is not set up, and this document was handed to it: set DOCUMENSO_URL and its keys',
    )
  return openDocumenso(documenso)
}

const envelope_roles = { signer: 'SIGNER', approver: 'APPROVER', copy: 'CC' } as const satisfies Record<
  SigningSigner['role'],
  string
>

type Field = { signer_id: string; page: number | null; x: string; y: string; w: string; h: string }

const fieldsOf = (tx: Tx, document_id: string) =>
  tx.rows<Field>(
    `select f.signer_id, f.page, f.x, f.y, f.w, f.h from platform.signature_field f
     join platform.signer s on s.id = f.signer_id where s.document_id = $1 and f.kind = 'signature'
     order by s.position, f.id`,
    [document_id],
  )

/** A document that nobody was asked to sign yet goes to Documenso where that is set. */
export const goesToDocumenso = ({ document, signers }: Signing, { signing }: Settings): boolean =>
  signing.provider === 'documenso' &&
  document.status === 'inprogress' &&
  document.envelope_id === null &&
  signers.every(({ status }) => status === 'waiting')

/** Makes the envelope as a draft, which asks nobody: a worker that dies after it leaves a draft alone. */
export async function handOver(sending: Sending, signing: Signing) {
  const { document, signers } = signing
  const { fields, asked, frozen, sender } = await inTransaction(sending.database, async (tx) => ({
    fields: await fieldsOf(tx, document.id),
    asked: await readAsked(
      tx,
      signers.map(({ id }) => id),
    ),
    frozen: present(await storedFile(tx, document.id, 'frozen'), 'the file of a document that was sent'),
    sender: await senderOf(tx, document),
  }))
  const bytes = present(
    await bytesOf(sending.files, frozen.file_url),
    'the bytes of a document that was sent',
  )
  const placed = await boxesOf(bytes, document.title, signers, fields, asked)
  const envelope_id = await documensoOf(sending.settings).create({
    title: document.title,
    external_id: document.id,
    subject: `To sign: ${document.title}`,
    message: `${sender.name} of ${sender.business} asks you to sign ${document.title}.`,
    file: { name: frozen.file_name, bytes: placed.bytes },
    recipients: signers.map(({ id, email, name, role, position }) => ({
      email,
      name,
      role: envelope_roles[role],
      position,
      fields: placed.boxes.get(id) ?? [],
    })),
  })
  const sha256 = createHash('sha256').update(placed.bytes).digest('hex')
  return async (delivery: Recording): Promise<void> => {
    const { tx, clock } = delivery
    const { document: now } = await lockSigning(tx, document.id, clock.now())
    if (now.status !== 'inprogress' || now.envelope_id !== null) return
    await tx.run(
      `update platform.document set signed_with = 'documenso', envelope_id = $2, updated_at = $3 where id = $1`,
      [document.id, envelope_id, clock.now()],
    )
    await writeEvent(delivery, document.id, {
      kind: 'handed_over',
      signer_id: null,
      says: `Handed to Documenso as envelope ${envelope_id}, with a page for signatures as SHA-256 ${sha256}`,
    })
    const step = present(await ownStep(delivery, { document }, 'platform.document.hand_over'), 'its business')
    step.context.audit({
      entity: 'platform.document',
      entity_id: document.id,
      new_values: { signed_with: 'documenso' },
    })
    step.context.enqueue(FOLLOW_TOPIC, `${FOLLOW_TOPIC}:${document.id}:handed_over`, {
      document_id: document.id,
    })
    await step.finish()
  }
}

type Box = NewEnvelope['recipients'][number]['fields'][number]

/** A date that a person types is a text there: Documenso's own date is the day of the signature. */
const envelope_types = {
  initials: 'INITIALS',
  date: 'TEXT',
  text: 'TEXT',
  checkbox: 'CHECKBOX',
} as const satisfies Record<AskedKind, Box['type']>

/** Signatures have the sender's boxes; the others, and all questions, a page behind the file, as documents signed here. */
async function boxesOf(
  bytes: Uint8Array,
  title: string,
  signers: Signing['signers'],
  fields: readonly Field[],
  asked: readonly SignerField[],
): Promise<{ readonly bytes: Uint8Array; readonly boxes: ReadonlyMap<string, Box[]> }> {
  const boxes = new Map<string, Box[]>()
  const put = (signer_id: string, box: Box) => boxes.set(signer_id, [...(boxes.get(signer_id) ?? []), box])
  for (const { signer_id, page, x, y, w, h } of fields)
    if (page !== null)
      put(signer_id, { type: 'SIGNATURE', page, x: Number(x), y: Number(y), w: Number(w), h: Number(h) })
  const askedOf = (id: string) => asked.filter(({ signer_id }) => signer_id === id)
  const unplaced = new Set(fields.filter(({ page }) => page === null).map(({ signer_id }) => signer_id))
  const behind = signers.filter(({ id }) => unplaced.has(id) || askedOf(id).length > 0)
  if (behind.length === 0) return { bytes, boxes }
  const rows = behind.map(({ id, name, party, email }) => ({
    name,
    facts: [`For the ${party}`, email],
    answers: askedOf(id).map(({ label }) => `${label}:`),
    signature: null,
  }))
  const sheet = await addSheet(bytes, { title, rows })
  for (const [at, { id }] of behind.entries()) {
    const { answers, page, ...box } = present(sheet.boxes[at], 'the boxes of a row')
    if (unplaced.has(id)) put(id, { type: 'SIGNATURE', page: page + 1, ...box })
    for (const [no, { kind, label, required }] of askedOf(id).entries()) {
      const { page: own, ...answer } = present(answers[no], 'the box of an answer')
      put(id, { type: envelope_types[kind], asks: { label, required }, page: own + 1, ...answer })
    }
  }
  return { bytes: sheet.bytes, boxes }
}

const payload = z.object({ document_id: z.uuid(), remind: z.string().optional() })

const isOver = (status: Signing['document']['status']) => status === 'rejected' || status === 'expired'

/** Brings the envelope where the document is, reads it, and brings the document where the envelope is. */
export async function follow(sending: Sending, document_id: string, remind?: string) {
  const signing = await inTransaction(sending.database, (tx) =>
    lockSigning(tx, document_id, sending.clock.now()),
  )
  const { document } = signing
  const { envelope_id } = document
  if (envelope_id === null || document.final_sha256 !== null) return async () => undefined
  const documenso = documensoOf(sending.settings)
  const before = await documenso.get(envelope_id)
  if (before.externalId !== document.id) throw new NeverDelivered('The envelope is of another document')
  const again = before.recipients.filter(({ email }) => email.toLowerCase() === remind)
  if (before.status === 'DRAFT' && document.status === 'inprogress') await documenso.distribute(envelope_id)
  else if (before.status === 'PENDING' && isOver(document.status))
    await documenso.cancel(envelope_id, 'It was taken back, declined or not signed in time')
  else if (before.status === 'PENDING' && again.length > 0)
    await documenso.remind(
      envelope_id,
      again.map(({ id }) => id),
    )
  const envelope = await documenso.get(envelope_id)
  return (delivery: Recording) => takeStates(delivery, document_id, envelope)
}

/** Each signer's state of the envelope, in the order of the signers, and the end of the envelope. */
async function takeStates(delivery: Recording, document_id: string, envelope: Envelope): Promise<void> {
  const { tx, clock } = delivery
  const read = () => lockSigning(tx, document_id, clock.now())
  const first = await read()
  if (first.document.status !== 'inprogress') return
  const step = present(
    await ownStep(delivery, first, 'platform.document.follow'),
    'the business of the sender',
  )
  const recipientOf = ({ email }: SigningSigner) =>
    envelope.recipients.find((one) => one.email.toLowerCase() === email)
  for (const { id } of first.signers.filter(({ role }) => role !== 'copy')) {
    const signing = await read()
    const signer = present(
      signing.signers.find((one) => one.id === id),
      'a signer',
    )
    const recipient = recipientOf(signer)
    if (recipient && signing.document.status === 'inprogress')
      await takeState(step, signing, signer, recipient)
  }
  const last = await read()
  const words = end_words[envelope.status]
  if (words !== undefined && last.document.status === 'inprogress')
    await endSigning(step.context, last, { kind: 'voided', signer_id: null, reason: words, says: words })
  await step.finish()
}

const end_words: Readonly<Record<string, string>> = {
  CANCELLED: 'It was cancelled at Documenso',
  REJECTED: 'It was rejected at Documenso',
}

async function takeState(
  { context }: Step,
  signing: Signing,
  signer: SigningSigner,
  recipient: Envelope['recipients'][number],
): Promise<void> {
  const { document, signers } = signing
  if (signer.status === 'signed') return
  // Documenso keeps the order; a later signature that overtakes is taken by the next comparison.
  if (nextSigners(signers).every(({ id }) => id !== signer.id)) return
  // Documenso takes the signature of a person that has left the business.
  if (recipient.signingStatus === 'SIGNED' && signer.has_left) {
    const reason = leftText(signer)
    return endSigning(context, signing, { kind: 'voided', signer_id: null, reason, says: reason })
  }
  if (recipient.signingStatus === 'SIGNED') return signAs(context, signing, signer, null, with_documenso)
  if (recipient.signingStatus === 'REJECTED' && !signer.has_left) {
    const reason = recipient.rejectionReason?.trim().slice(0, 2000) || 'Declined at Documenso'
    return declineAs(context, signing, signer, reason, with_documenso)
  }
  const isOpened = recipient.readStatus === 'OPENED'
  if (isOpened ? signer.status === 'viewed' : recipient.sendStatus !== 'SENT' || signer.status !== 'waiting')
    return
  const status = isOpened ? 'viewed' : 'asked'
  const now = context.clock.now()
  await context.tx.run(
    `update platform.signer set status = $2, asked_at = coalesce(asked_at, $3),
       viewed_at = case when $2 = 'viewed' then coalesce(viewed_at, $3) else viewed_at end, updated_at = $3 where id = $1`,
    [signer.id, status, now],
  )
  await writeEvent(context, document.id, {
    kind: status,
    signer_id: signer.id,
    says: `${signer.name} (${signer.email}) ${isOpened ? 'opened it with' : 'was asked by'} Documenso`,
  })
  context.audit({
    entity: 'platform.document',
    entity_id: document.id,
    old_values: { signer_id: signer.id, signer_status: signer.status },
    new_values: { signer_id: signer.id, signer_status: status },
  })
}

/** The file that Documenso sealed. */
export async function signedFileOf(
  sending: Sending,
  { envelope_id }: Signing['document'],
): Promise<Uint8Array> {
  const documenso = documensoOf(sending.settings)
  const envelope = await documenso.get(present(envelope_id, 'the envelope of a document at Documenso'))
  // The signatures are in, its file may still be in the making: the delivery tries again.
  if (envelope.status !== 'COMPLETED') throw new Error(`The envelope is ${envelope.status.toLowerCase()}`)
  const [item] = envelope.envelopeItems
  return documenso.signedFile(present(item, 'the file of an envelope').id)
}

export const signatureFollowTopic: Topic = {
  topic: FOLLOW_TOPIC,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'platform.document', id: parsed.data.document_id } : null
  },
  send: async (sending) => {
    const parsed = payload.safeParse(sending.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    return follow(sending, parsed.data.document_id, parsed.data.remind)
  },
}
