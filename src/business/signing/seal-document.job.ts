/** After the last signature: draws the signatures, seals the file, and writes the certificate of completion. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'
import { pdfPage } from '#server/pdf/pdf-file.ts'
import { type Mark, type SheetRow, sealPdf, test_seal } from '#server/signing/seal-pdf.ts'
import { openSigningKey, type SigningKey } from '#server/signing/signing-key.ts'
import { TimestampDown } from '#server/signing/timestamp.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { attachment } from '../platform/file.entity.ts'
import { answerWords } from '../platform/signature-fields.rules.ts'
import { readAsked, type SignerField } from './asked-fields.server.ts'
import { signedFileOf } from './documenso.job.ts'
import { lockSigning, SEAL_TOPIC, type Signing, type SigningFile } from './load-signing.server.ts'
import { brokenEvent, readEvents, writeEvent } from './signature-event.server.ts'
import { applySigned } from './signed-effects.server.ts'
import { momentText } from './signing.mail.ts'
import { consent_text, type SignatureValue, stopsWaiting } from './signing.rules.ts'
import { bytesOf, storedFile } from './signing-files.job.ts'
import { ownStep, senderOf } from './signing-step.job.ts'

const template = readFileSync(new URL('./certificate.typ', import.meta.url), 'utf8')
const payload = z.object({ document_id: z.uuid() })

type Field = {
  signer_id: string
  page: number | null
  x: string
  y: string
  w: string
  h: string
  value: SignatureValue | null
}

type Facts = Signing & {
  readonly frozen: SigningFile
  readonly fields: readonly Field[]
  readonly asked: readonly SignerField[]
  readonly head: string
  readonly sender: Awaited<ReturnType<typeof senderOf>>
}

/** Null where there is nothing to seal, or it is done. */
async function readFacts(tx: Tx, sending: Sending, document_id: string): Promise<Facts | null> {
  const signing = await lockSigning(tx, document_id, sending.clock.now())
  if (signing.document.status !== 'completed' || signing.document.final_sha256 !== null) return null
  const events = await readEvents(tx, document_id)
  const broken = brokenEvent(events)
  if (broken !== null) throw new Error(`Event ${broken} of the signatures of ${document_id} was changed.`)
  const fields = await tx.rows<Field>(
    `select f.signer_id, f.page, f.x, f.y, f.w, f.h, f.value from platform.signature_field f
     join platform.signer s on s.id = f.signer_id where s.document_id = $1 and f.kind = 'signature'`,
    [document_id],
  )
  return {
    ...signing,
    fields,
    asked: await readAsked(
      tx,
      signing.signers.map(({ id }) => id),
    ),
    frozen: present(await storedFile(tx, document_id, 'frozen'), 'the file of a document that was sent'),
    head: events.at(-1)?.hash ?? '',
    sender: await senderOf(tx, signing.document),
  }
}

const signing_roles = { signer: 'Signer', approver: 'Approver', copy: 'Copy' } as const

const answersOf = ({ document, asked }: Facts, signer_id: string): string[] =>
  document.envelope_id === null
    ? asked.filter((one) => one.signer_id === signer_id).map((one) => answerWords(one, one.value))
    : []

function rowsOf(facts: Facts): {
  readonly marks: readonly Mark[]
  readonly rows: readonly SheetRow[]
} {
  const { signers, fields } = facts
  const signatureOf = (id: string) => fields.find(({ signer_id }) => signer_id === id)?.value ?? null
  const marks = fields.flatMap(({ page, x, y, w, h, value }) =>
    page === null || value === null
      ? []
      : [{ page: page - 1, x: Number(x), y: Number(y), w: Number(w), h: Number(h), is: value }],
  )
  const rows = signers
    .filter(({ role }) => role !== 'copy')
    .map(({ id, name, email, role, party, signed_at }) => ({
      name,
      facts: [`${signing_roles[role]} for the ${party}`, email, `Signed on ${momentText(signed_at)}`],
      answers: answersOf(facts, id),
      signature: signatureOf(id),
    }))
  return { marks, rows }
}

const withoutEnding = (name: string) => name.replace(/\.pdf$/i, '')

type Seal = { readonly key: SigningKey; readonly tsa_url: string | null }

/** Documenso's own file, which it sealed; else our seal behind the bytes that were sent. */
async function finalOf(sending: Sending, facts: Facts, seal_with: Seal): Promise<Uint8Array> {
  const { document, frozen } = facts
  if (document.envelope_id !== null) return signedFileOf(sending, document)
  const bytes = present(
    await bytesOf(sending.files, frozen.file_url),
    'the bytes of a document that was sent',
  )
  const { marks, rows } = rowsOf(facts)
  const sheet = { title: document.title, rows }
  return sealPdf(bytes, sending.clock.now(), { ...seal_with, marks, sheet, reason: 'All have signed.' })
}

/** With a timestamp where an authority is set. @throws TimestampDown on the first day of its silence */
async function seal(sending: Sending, facts: Facts) {
  const { clock, settings } = sending
  const key = await openSigningKey(settings.signing, clock.now())
  const { tsa_url } = settings.signing
  try {
    return { ...(await sealWith(sending, facts, { key, tsa_url })), timestamp_missing: false }
  } catch (error) {
    if (!(error instanceof TimestampDown) || !stopsWaiting(facts.document.completed_at, clock.now()))
      throw error
    return { ...(await sealWith(sending, facts, { key, tsa_url: null })), timestamp_missing: true }
  }
}

async function sealWith(sending: Sending, facts: Facts, seal_with: Seal) {
  const { document, frozen } = facts
  const { key } = seal_with
  const when = sending.clock.now()
  const final = await finalOf(sending, facts, seal_with)
  const final_sha256 = createHash('sha256').update(final).digest('hex')
  const page = pdfPage(template, certificatePage(facts, final_sha256, key.is_test), 'certificate')
  const printed = await page.print()
  const certificate = await sealPdf(printed.bytes, when, {
    ...seal_with,
    reason: `Certificate of completion of ${document.id}.`,
  })
  const name = withoutEnding(frozen.file_name)
  const content_type = 'application/pdf'
  return {
    sealed_by: key.fingerprint,
    final: { ...(await sending.files.put(final)), content_type, file_name: `${name} - signed.pdf` },
    certificate: {
      ...(await sending.files.put(certificate)),
      content_type,
      file_name: `${name} - certificate.pdf`,
    },
  }
}

const proofs = {
  link: 'Link to an address that they had proved',
  link_and_code: 'Link and code by mail, to an address that the sender gave',
} as const

function certificatePage(facts: Facts, final_sha256: string, is_test: boolean) {
  const { document, signers, sender, head } = facts
  return {
    title: document.title,
    facts: [
      { label: 'Document', value: document.id },
      { label: 'Sent by', value: `${sender.name}, ${sender.business}` },
      { label: 'SHA-256 as sent', value: document.frozen_sha256 ?? '' },
      { label: 'SHA-256 as signed', value: final_sha256 },
      { label: 'Hash of the events', value: head },
      ...(document.envelope_id === null
        ? []
        : [{ label: 'Signed with', value: `Documenso, envelope ${document.envelope_id}` }]),
    ],
    note: is_test ? test_seal : '',
    consent: document.envelope_id === null ? consent_text : '',
    signers: signers.map((one) => ({
      name: one.name,
      facts: [
        { label: 'Role', value: `${signing_roles[one.role]} for the ${one.party}` },
        { label: 'Email', value: one.email },
        {
          label: 'Proof',
          value:
            document.envelope_id === null
              ? proofs[one.auth]
              : `Link of Documenso, to an address that ${one.auth === 'link' ? 'they had proved' : 'the sender gave'}`,
        },
        { label: 'Asked', value: momentText(one.asked_at) },
        { label: 'Viewed', value: momentText(one.viewed_at) },
        { label: 'Signed', value: momentText(one.signed_at) },
        ...answersOf(facts, one.id).map((words) => ({ label: 'Filled in', value: words })),
        { label: 'Network address', value: one.ip ?? '–' },
        { label: 'Browser', value: one.user_agent ?? '–' },
      ],
    })),
  }
}

type Sealed = Awaited<ReturnType<typeof seal>>

async function record(
  delivery: Recording,
  facts: Facts,
  { final, certificate, sealed_by, timestamp_missing }: Sealed,
): Promise<void> {
  const { tx, clock } = delivery
  const { document, signers } = await lockSigning(tx, facts.document.id, clock.now())
  if (document.final_sha256 !== null) return
  const now = clock.now()
  const { id, provider_id, agency_id, client_id, contractor_id, funder_id, business_id } = document
  for (const file of [final, certificate])
    await insertRow(tx, attachment, {
      id: newUuid(clock),
      ...file,
      parent_entity: 'platform.document',
      parent_id: id,
      business_id,
      created_by: null,
      provider_id,
      agency_id,
      client_id,
      contractor_id,
      funder_id,
      created_at: now,
      updated_at: now,
    })
  await tx.run(
    'update platform.document set final_sha256 = $2, certificate_sha256 = $3, sealed_by = $4, updated_at = $5, timestamp_missing = $6 where id = $1',
    [id, final.sha256, certificate.sha256, sealed_by, now, timestamp_missing],
  )
  await writeEvent(delivery, id, {
    kind: 'sealed',
    signer_id: null,
    says: `Sealed as ${final.sha256}, certificate of completion ${certificate.sha256}, by ${sealed_by}${timestamp_missing ? ', without a timestamp' : ''}`,
  })
  const step = await ownStep(delivery, { document }, 'platform.document.seal')
  if (step !== null) {
    await applySigned(step.context, { document, signers }, final)
    step.context.audit({
      entity: 'platform.document',
      entity_id: id,
      new_values: { final_sha256: final.sha256, certificate_sha256: certificate.sha256 },
    })
    await step.finish()
  }
  const people = new Map([facts.sender, ...signers].map(({ name, email }) => [email, name]))
  for (const [email, name] of people)
    await queueMail(delivery, {
      fact_key: `signature_done:${id}:${email}`,
      to: email,
      subject: `Signed: ${document.title}`,
      body_text: [
        `Hello ${name},`,
        '',
        `All have signed ${document.title}. The signed document and its certificate of completion are attached.`,
      ].join('\n'),
      attachments: [final, certificate],
      parent: { entity: 'platform.document', id },
      provider_id,
      agency_id,
    })
}

export const signatureSealTopic: Topic = {
  topic: SEAL_TOPIC,
  send: async (sending) => {
    const parsed = payload.safeParse(sending.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const facts = await inTransaction(sending.database, (tx) =>
      readFacts(tx, sending, parsed.data.document_id),
    )
    if (facts === null) return async () => undefined
    const sealed = await seal(sending, facts)
    return (delivery) => record(delivery, facts, sealed)
  },
}
