/** Mails of signing: the question with its link, reminders, and the end. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { baseUrl } from '#server/base-url.server.ts'
import { one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'
import { faultOfPdf } from '#server/signing/seal-pdf.ts'
import { inTransaction } from '#server/tx.ts'
import { fillAutomatic } from '../platform/mails/automatic-mail.rules.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { follow, goesToDocumenso, handOver } from './documenso.job.ts'
import {
  ASK_TOPIC,
  documentOfSigner,
  lockSigning,
  REMIND_TOPIC,
  type Signing,
  type SigningSigner,
  TELL_TOPIC,
} from './load-signing.server.ts'
import { endSigning } from './sign-as.server.ts'
import { makeLink } from './sign-link.http.ts'
import { writeEvent } from './signature-event.server.ts'
import { nextSigners } from './signing.rules.ts'
import { bytesOf, storedFile } from './signing-files.job.ts'
import { ownStep, senderOf } from './signing-step.job.ts'

const aboutDocument = z.object({ document_id: z.uuid() })
const aboutSigner = z.object({ signer_id: z.uuid() })
const ending = aboutDocument.extend({ what: z.enum(['declined', 'voided', 'expired']) })

function read<T>(schema: z.ZodType<T>, payload: unknown): T {
  const parsed = schema.safeParse(payload)
  if (!parsed.success) throw new NeverDelivered(unreadable)
  return parsed.data
}

type SignatureMail = 'signature_request' | 'signature_reminder'
type Mailing = Pick<Delivery, 'tx' | 'clock' | 'settings'>

async function mailLink(
  delivery: Mailing,
  { document }: Signing,
  signer: SigningSigner,
  { fact_key, mail }: { readonly fact_key: string; readonly mail: SignatureMail },
): Promise<void> {
  const { tx, settings } = delivery
  const expires_at = present(document.expires_at, 'the end of a document that was sent')
  const token = await makeLink(delivery, { signer, expires_at })
  const { name, business } = await senderOf(tx, document)
  const link = `${await baseUrl(tx, settings)}/sign/${token}`
  const words = fillAutomatic(await wordsOfMail(tx, document.business_id, mail), {
    'person.name': signer.name,
    'document.title': document.title,
    'signature.act': signer.role === 'approver' ? 'approve' : 'sign',
    'sender.name': name,
    'business.name': business,
  })
  await queueMail(delivery, {
    fact_key: `${fact_key}:${signer.id}`,
    to: signer.email,
    subject: words.subject,
    body_text: [
      words.text,
      '',
      `Open this link to read it, and to sign or decline. It works until ${formatInstant(expires_at)}:`,
      '',
      one_time_link,
      '',
      'The link is for you alone: please do not pass it on. The page lets you name another person.',
    ].join('\n'),
    parent: { entity: 'platform.document', id: document.id },
    provider_id: document.provider_id,
    agency_id: document.agency_id,
    sender_business_id: document.business_id,
    secret: { link, settings },
  })
}

/** Asks the signers whose turn it is. A file that could not be sealed later is refused now. */
async function ask(delivery: Recording, document_id: string, fault: string | null): Promise<void> {
  const { tx, clock, fact_key } = delivery
  const signing = await lockSigning(tx, document_id, clock.now())
  const { document, signers } = signing
  if (document.status !== 'inprogress') return
  if (fault !== null) return refuseFile(delivery, signing, fault)
  const step = await ownStep(delivery, signing, 'platform.document.ask')
  for (const signer of nextSigners(signers).filter(({ status }) => status === 'waiting')) {
    await tx.run(
      `update platform.signer set status = 'asked', asked_at = $2, updated_at = $2 where id = $1`,
      [signer.id, clock.now()],
    )
    await writeEvent(delivery, document_id, {
      kind: 'asked',
      signer_id: signer.id,
      says: `${signer.name} (${signer.email}) was asked by mail`,
    })
    // Opens the task of a signer who can sign in.
    step?.context.audit({
      entity: 'platform.document',
      entity_id: document_id,
      old_values: { signer_id: signer.id, signer_status: signer.status },
      new_values: { signer_id: signer.id, signer_status: 'asked' },
    })
    await mailLink(delivery, signing, signer, { fact_key, mail: 'signature_request' })
  }
  await step?.finish()
}

async function refuseFile(delivery: Recording, signing: Signing, fault: string): Promise<void> {
  const step = await ownStep(delivery, signing, 'platform.document.void')
  if (step === null) return
  await endSigning(step.context, signing, {
    kind: 'voided',
    signer_id: null,
    reason: fault,
    says: `The file cannot be signed: ${fault}`,
  })
  await step.finish()
}

async function faultOf(sending: Sending, document_id: string): Promise<string | null> {
  const file = await inTransaction(sending.database, (tx) => storedFile(tx, document_id, 'frozen'))
  const bytes = file && (await bytesOf(sending.files, file.file_url))
  return bytes ? faultOfPdf(bytes) : 'The file is missing.'
}

export const signatureAskTopic: Topic = {
  topic: ASK_TOPIC,
  send: async (sending) => {
    const { document_id } = read(aboutDocument, sending.payload)
    const signing = await inTransaction(sending.database, (tx) =>
      lockSigning(tx, document_id, sending.clock.now()),
    )
    if (signing.document.envelope_id !== null) return follow(sending, document_id)
    const fault = await faultOf(sending, document_id)
    if (fault === null && goesToDocumenso(signing, sending.settings)) return handOver(sending, signing)
    return (delivery) => ask(delivery, document_id, fault)
  },
}

export const signatureRemindTopic: Topic = {
  topic: REMIND_TOPIC,
  deliver: async (delivery) => {
    const { signer_id } = read(aboutSigner, delivery.payload)
    const { tx, clock, fact_key } = delivery
    const signing = await lockSigning(tx, await documentOfSigner(tx, signer_id), clock.now())
    const signer = signing.signers.find(({ id }) => id === signer_id)
    const isWaited = signer?.status === 'asked' || signer?.status === 'viewed'
    if (signing.document.status === 'inprogress' && signer && isWaited)
      await mailLink(delivery, signing, signer, { fact_key, mail: 'signature_reminder' })
  },
}

const end_words = {
  declined: (by: string) => `${by} declined to sign it`,
  voided: () => 'it was taken back and is no longer to be signed',
  expired: () => 'the time to sign it is over',
} as const satisfies Record<z.infer<typeof ending>['what'], (by: string) => string>

/** To the sender, and to the signers who were asked. */
export const signatureTellTopic: Topic = {
  topic: TELL_TOPIC,
  deliver: async (delivery) => {
    const { document_id, what } = read(ending, delivery.payload)
    const { tx, clock, fact_key } = delivery
    const { document, signers } = await lockSigning(tx, document_id, clock.now())
    const row = await tx.row<{ reason: string | null }>(
      'select reason from platform.document where id = $1',
      [document_id],
    )
    const sender = await senderOf(tx, document)
    const by = signers.find(({ status }) => status === 'declined')?.name ?? 'A signer'
    const asked = signers.filter(({ status, asked_at }) => asked_at !== null && status !== 'declined')
    const people = new Map([sender, ...asked].map(({ name, email }) => [email, name]))
    for (const [email, name] of people)
      await queueMail(delivery, {
        fact_key: `${fact_key}:${email}`,
        to: email,
        subject: `Not signed: ${document.title}`,
        body_text: [
          `Hello ${name},`,
          '',
          `${document.title} of ${sender.business}: ${end_words[what](by)}.`,
          ...(row?.reason ? ['', row.reason] : []),
        ].join('\n'),
        parent: { entity: 'platform.document', id: document_id },
        provider_id: document.provider_id,
        agency_id: document.agency_id,
      })
  },
}

/** `14 Nov 2026 10:00`, or a dash. */
export const momentText = (at: Instant | null): string => (at === null ? '–' : formatInstant(at))
