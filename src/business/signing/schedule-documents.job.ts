/** Makes the documents of a placement that all sides have agreed to: sent for signature, or as its files (decision 0142). */
import { z } from 'zod'
import { isStintError } from '#kernel/errors.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'
import { openContext, performIn } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { AnyVerb, Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { isKeyInformation } from '../document-templates/blocks/key-information.rules.ts'
import { kindOfTemplate } from '../document-templates/blocks/template-kinds.rules.ts'
import { no_sender, senderSql } from '../document-templates/document-sender.server.ts'
import { type MadePage, makePage } from '../document-templates/make-page.server.ts'
import { type DocumentFile, printDocument } from '../document-templates/print-document.job.ts'
import type { ContractStatus } from '../placements/contract.entity.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import { needsSignature } from '../placements/schedule/schedule.rules.ts'
import { SCHEDULE_TOPIC } from '../placements/schedule/schedule-documents.server.ts'
import { createAttachment } from '../platform/create-attachment.server.ts'
import { prefillDocument } from './prefill-document.server.ts'
import { sendDocument } from './send-document.server.ts'
import { signedBy } from './signed-blocks.rules.ts'
import { voidDocument } from './steer-document.server.ts'

const payload = z.object({ contract_id: z.uuid() })
const verbs: ReadonlyMap<string, AnyVerb> = new Map(
  [prefillDocument, sendDocument, voidDocument, createAttachment].map((one) => [
    one.action_id,
    one as AnyVerb,
  ]),
)

type Placement = {
  readonly id: string
  readonly status: ContractStatus
  readonly e_sign: boolean
  readonly document_template_ids: readonly string[]
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string
  readonly funder_id: string | null
  /** The submitter, else an administrator of the agency. */
  readonly contact_id: string | null
}

const agreed_statuses = `'awaiting_raise_approval', 'pending_raise_approval', 'active'`

/** Undefined for a placement that is no longer agreed. */
const readPlacement = (
  tx: Tx,
  id: string,
  lock: '' | 'for update of c' = '',
): Promise<Placement | undefined> =>
  tx.row<Placement>(
    `select c.id, c.status, c.e_sign, c.document_template_ids, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id,
       ${senderSql('c')} as contact_id
     from contract.contract c where c.id = $1 and c.status in (${agreed_statuses}) ${lock}`,
    [id],
  )

type MadeFile = { readonly made: MadePage; readonly file: DocumentFile }
/** A file, or why the template gave none. */
type Outcome = MadeFile | { readonly fault: string }

const reasonOf = (error: unknown): string => {
  if (!isStintError(error)) throw error
  return error.message
}

/** The published version of a template; null where none is published. */
async function versionOf(tx: Tx, template_id: string): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    `select id from config.document_template where template_id = $1 and status = 'published'`,
    [template_id],
  )
  return row?.id ?? null
}

/** Fills each document in a transaction and prints it after that: printing takes seconds. */
async function printDocuments(sending: Sending, row: Placement, contact_id: string): Promise<Outcome[]> {
  const { database, clock, files } = sending
  const outcomes: Outcome[] = []
  for (const chosen of row.document_template_ids) {
    const record = { module: 'contract', entity: 'temp_placement', id: row.id }
    const made = await inTransaction(database, async (tx) => {
      const viewer = await readViewerOfContact(tx, contact_id)
      const template_id = await versionOf(tx, chosen)
      if (viewer === null) return no_sender
      if (template_id === null) return 'Its template is no longer published'
      return makePage({ tx, viewer, clock }, { ...record, template_id }).catch(reasonOf)
    })
    if (typeof made === 'string') {
      outcomes.push({ fault: made })
      continue
    }
    const printed = await printDocument(files, made, () => made.page.print())
    outcomes.push('fault' in printed ? printed : { made, ...printed })
  }
  return outcomes
}

type Maker = {
  readonly perform: (action_id: string, input: object) => Promise<unknown>
  readonly row: Placement
}

/** @returns the activity's words */
async function sendOrStore({ perform, row }: Maker, outcome: Outcome): Promise<string> {
  if ('fault' in outcome) return `A document could not be made: ${outcome.fault}`
  const { made, file } = outcome
  const { kind, name, blocks, id: template_id } = made.template
  const about = { parent_entity: 'contract.temp_placement', parent_id: row.id }
  if (!needsSignature(kind, row.e_sign)) {
    // The worker reads how they are paid.
    const share_with = isKeyInformation(kind) ? ['contractor'] : []
    await perform(createAttachment.action_id, { ...about, ...file, share_with })
    return `${name} made as a file`
  }
  const prepared = await perform(prefillDocument.action_id, {
    ...about,
    title: name,
    type: kindOfTemplate(kind).signed_as,
    template_id,
    missing: made.missing.map(({ label }) => label),
    ...signedBy(blocks),
    file,
  })
  if (made.missing.length > 0) return `${name} prepared: it still needs values of the placement`
  // The answer of the verb.
  await perform(sendDocument.action_id, { id: (prepared as { id: string }).id })
  return `${name} sent for signature`
}

/** Documents of an earlier round that nobody has signed to the end. */
const openDocuments = (tx: Tx, row: Placement) =>
  tx.rows<{ id: string }>(
    `select d.id from platform.document d join config.document_template t on t.id = d.template_id
     where d.parent_entity = 'contract.temp_placement' and d.parent_id = $1 and t.template_id = any ($2::uuid[]) and d.status in ('draft', 'inprogress') and d.deleted_at is null order by d.id`,
    [row.id, row.document_template_ids],
  )

async function recordDocuments(
  delivery: Recording,
  contract_id: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { tx, clock, settings } = delivery
  const row = await readPlacement(tx, contract_id, 'for update of c')
  const viewer = row?.contact_id ? await readViewerOfContact(tx, row.contact_id) : null
  if (!row) return
  if (viewer === null) throw new NeverDelivered(no_sender)
  const perform: Maker['perform'] = (action_id, input) =>
    performIn({ tx, clock, settings, verbs }, viewer, action_id, input)
  for (const { id } of await openDocuments(tx, row))
    await perform(voidDocument.action_id, { id, comment: 'Made again, as the placement was agreed again' })
  const messages: string[] = []
  for (const outcome of outcomes) messages.push(await sendOrStore({ perform, row }, outcome).catch(reasonOf))
  const step = openContext({ tx, clock, settings }, viewer, prefillDocument.action_id)
  await recordContractSteps(
    step.context,
    'make_documents',
    messages.map((message) => ({ row, old_status: row.status, new_status: row.status, message })),
  )
  await step.finish()
}

export const scheduleDocumentsTopic: Topic = {
  topic: SCHEDULE_TOPIC,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'contract.contract', id: parsed.data.contract_id } : null
  },
  send: async (sending) => {
    const parsed = payload.safeParse(sending.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { contract_id } = parsed.data
    const row = await inTransaction(sending.database, (tx) => readPlacement(tx, contract_id))
    if (!row) return async () => undefined
    if (row.contact_id === null) throw new NeverDelivered(no_sender)
    const outcomes = await printDocuments(sending, row, row.contact_id)
    return (delivery) => recordDocuments(delivery, contract_id, outcomes)
  },
}
