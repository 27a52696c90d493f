/** Issues the key information document of a placement again after its pay changed (decision 0218). */
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { type Day, maxDay } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'
import { openContext, performIn } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { AnyVerb, Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import type { ContractStatus } from '../../placements/contract.entity.ts'
import { recordContractSteps } from '../../placements/record-contract-step.server.ts'
import { createAttachment } from '../../platform/create-attachment.server.ts'
import { key_information_kinds, keyInformationOf } from '../blocks/key-information.rules.ts'
import { no_sender, senderSql } from '../document-sender.server.ts'
import { makePage } from '../make-page.server.ts'
import { type PrintedDocument, printDocument } from '../print-document.job.ts'
import { KEY_INFORMATION_TOPIC } from './ask-key-information.server.ts'

const day_text = z.custom<Day>((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value))
const payload = z.object({ contract_id: z.uuid(), chosen_by: z.uuid(), from: day_text.nullable() })
const verbs: ReadonlyMap<string, AnyVerb> = new Map([
  [createAttachment.action_id, createAttachment as AnyVerb],
])

type Placement = {
  readonly id: string
  readonly status: ContractStatus
  readonly company_type: string | null
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string
  readonly funder_id: string | null
  readonly contact_id: string | null
}

const readPlacement = (tx: Tx, id: string): Promise<Placement | undefined> =>
  tx.row<Placement>(
    `select c.id, c.status, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id, ${senderSql('c')} as contact_id,
       (select b.type from business.business b where b.id = c.payment_company_id) as company_type
     from contract.contract c
     where c.id = $1 and c.type = 'temp_placement' and c.status in ('awaiting_raise_approval', 'pending_raise_approval', 'active')
       and c.deleted_at is null`,
    [id],
  )

/**
 * The published template: the one that the placement chose, else the agency's own. The provider's serves placements that
 * chose such a document for another way of payment. Null: this placement is worked without the document.
 */
async function templateOf(tx: Tx, row: Placement, chosen_by: string): Promise<string | null> {
  const kind = keyInformationOf(row.company_type)
  if (kind === null) return null
  const found = await tx.row<{ id: string }>(
    `with chosen as (select x.id::uuid as id from contract.contract c, unnest(c.document_template_ids) x (id) where c.id = any ($1::uuid[]))
     select t.id from config.document_template t
     where t.kind = $2 and t.status = 'published' and (t.template_id in (select id from chosen) or t.business_id = $3
       or t.business_id = $4 and exists (select from config.document_template k where k.template_id in (select id from chosen)
         and k.kind = any ($5::text[])))
     order by (t.template_id in (select id from chosen)) desc, (t.business_id = $3) desc, t.version desc, t.id limit 1`,
    [[row.id, chosen_by], kind, row.agency_id, row.provider_id, key_information_kinds],
  )
  return found?.id ?? null
}

type Issued = PrintedDocument & { readonly name: string }

/** Fills the template in a transaction and prints it after that. Null: there is nothing to issue. */
async function issue(
  sending: Sending,
  { contract_id, chosen_by, from }: z.infer<typeof payload>,
): Promise<Issued | null> {
  const { database, clock, files } = sending
  const made = await inTransaction(database, async (tx) => {
    const row = await readPlacement(tx, contract_id)
    const template_id = row ? await templateOf(tx, row, chosen_by) : null
    if (!row || template_id === null) return null
    const viewer = row.contact_id === null ? null : await readViewerOfContact(tx, row.contact_id)
    if (viewer === null) throw new NeverDelivered(no_sender)
    const on = maxDay(from ?? clock.today(), clock.today())
    const record = { module: 'contract', entity: 'temp_placement', id: contract_id }
    return makePage({ tx, viewer, clock }, { ...record, template_id, on })
  })
  if (made === null) return null
  const { name } = made.template
  // The margin of an umbrella company is typed by a person.
  if (made.missing.length > 0)
    return {
      name,
      fault: `it still needs ${made.missing.map(({ label }) => label).join(', ')}. Make it on this page.`,
    }
  return { name, ...(await printDocument(files, made, () => made.page.print())) }
}

async function recordIssued(delivery: Recording, contract_id: string, issued: Issued): Promise<void> {
  const { tx, clock, settings } = delivery
  const row = await readPlacement(tx, contract_id)
  const viewer = row?.contact_id ? await readViewerOfContact(tx, row.contact_id) : null
  if (!row || viewer === null) return
  const message = await keepFile(delivery, viewer, contract_id, issued)
  const step = openContext({ tx, clock, settings }, viewer, createAttachment.action_id)
  await recordContractSteps(step.context, 'make_documents', [
    { row, old_status: row.status, new_status: row.status, message },
  ])
  await step.finish()
}

/** The worker reads the file. @returns the activity's words */
async function keepFile(
  { tx, clock, settings }: Recording,
  viewer: Viewer,
  parent_id: string,
  issued: Issued,
): Promise<string> {
  const failed = `${issued.name} could not be issued again`
  if ('fault' in issued) return `${failed}: ${issued.fault}`
  const about = { parent_entity: 'contract.temp_placement', parent_id, share_with: ['contractor'] }
  try {
    await performIn({ tx, clock, settings, verbs }, viewer, createAttachment.action_id, {
      ...about,
      ...issued.file,
    })
  } catch (error) {
    if (!isStintError(error)) throw error
    return `${failed}: ${error.message}`
  }
  return `${issued.name} issued again, as the pay changed`
}

export const keyInformationTopic: Topic = {
  topic: KEY_INFORMATION_TOPIC,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'contract.contract', id: parsed.data.contract_id } : null
  },
  send: async (sending) => {
    const parsed = payload.safeParse(sending.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const issued = await issue(sending, parsed.data)
    if (issued === null) return async () => undefined
    return (delivery) => recordIssued(delivery, parsed.data.contract_id, issued)
  },
}
