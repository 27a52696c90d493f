import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertNamed, insertRow, updateRow } from '#server/write-row.server.ts'
import { emailInput } from '../parties/party-input.server.ts'
import { configuration } from '../platform/currency.entity.ts'
import { attachment, document } from '../platform/file.entity.ts'
import { never_sent, no_paper } from '../platform/no-paper.rules.ts'
import { signature_types } from '../platform/signature-types.rules.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import { type AskedOfSide, writeAsked } from './asked-fields.server.ts'
import { writeEvent } from './signature-event.server.ts'
import { signer } from './signer.entity.ts'
import {
  needed_party,
  SIGNERS_MAX,
  sendsAbout,
  signed_records,
  signer_parties,
  signer_roles,
} from './signing.rules.ts'
import { partiesOfRecord, type Sides } from './signing-parties.server.ts'

const percent = z.number().min(0).max(100)

const signerInput = z.strictObject({
  contact_id: z.uuid().optional(),
  /** Of a person who is no contact. */
  name: oneLine(printed(z.string().trim().min(1, { error: validationText.required }).max(200))).optional(),
  email: emailInput.optional(),
  party: z.enum(signer_parties).optional(),
  position: z.number().int().min(1).max(20).default(1),
  role: z.enum(signer_roles).default('signer'),
  /** Where the signature is drawn; without it, on a page behind the others. */
  field: z
    .strictObject({ page: z.number().int().min(1).max(500), x: percent, y: percent, w: percent, h: percent })
    .optional(),
})

export const signersInput = z.array(signerInput).min(1, { error: validationText.required }).max(SIGNERS_MAX)
export const titleInput = oneLine(
  printed(z.string().trim().min(1, { error: validationText.required }).max(200)),
)

const input = z.strictObject({
  parent_entity: z.enum(signed_records),
  parent_id: z.uuid(),
  /** A PDF file of the record. */
  attachment_id: z.uuid({ error: validationText.required }),
  /** Terms that apply once the client has signed. */
  payment_terms_id: z.uuid().optional(),
  title: titleInput,
  type: z.enum(signature_types),
  signers: signersInput,
})
type Input = z.infer<typeof input>

const not_asked = {
  signature_kind: null,
  asked_at: null,
  viewed_at: null,
  signed_at: null,
  reminded_at: null,
  reassigned_at: null,
  comment: null,
  ip: null,
  user_agent: null,
} as const

type Person = {
  name: string
  email: string
  party: (typeof signer_parties)[number]
  business_id: string | null
  contact_id: string | null
  auth: 'link' | 'link_and_code'
}

export const createDocument = verb({
  action_id: 'platform.document.create',
  since: '0.1.0',
  summary: 'Prepares a PDF file of a record for signature',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, viewer } = context
    requireCan(sendsAbout(asked.parent_entity, viewer))
    await loadVisible(tx, viewer, asked.parent_entity, [asked.parent_id], { columns: 't.id' })
    const sides = await partiesOfRecord(context, asked.parent_entity, asked.parent_id)
    const file = await pdfOf(context, asked)
    return prepareDocument(context, asked, { file, sides, template_id: null, missing: [] })
  },
})

type Prepared = {
  /** A stored file that the caller was allowed to name. */
  readonly file: Awaited<ReturnType<typeof pdfOf>>
  readonly sides: Sides
  readonly template_id: string | null
  /** Values that the record lacks, in words. */
  readonly missing: readonly string[]
  /** Questions of its template. */
  readonly asked?: readonly AskedOfSide[]
}

/** The document, its file and its signers. The caller has seen the record. */
export async function prepareDocument(
  context: VerbContext,
  asked: Omit<Input, 'attachment_id'>,
  prepared: Prepared,
): Promise<{ id: string }> {
  const { viewer, clock } = context
  const { file, sides, missing } = prepared
  const people: Person[] = []
  for (const [at, one] of asked.signers.entries()) people.push(await personOf(context, sides, one, at))
  refuseDoubles(people)
  requireSides(asked, people)
  const id = newUuid(clock)
  // Nobody but the sender's side sees it before it is sent; the agency of its own agreement is the other side.
  const common = {
    provider_id: sides.provider_id,
    agency_id: asked.parent_entity === 'business.agency' ? null : sides.agency_id,
    client_id: null,
    contractor_id: null,
    funder_id: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  }
  await writeDocument(context, asked, prepared, { id, ...common })
  await writeSigners(context, asked, people, { document_id: id, ...common }, prepared.asked ?? [])
  if (asked.payment_terms_id !== undefined) await nameTerms(context, asked, id)
  await writeEvent(context, id, {
    kind: 'created',
    signer_id: null,
    says: `${viewer.user_name} of ${viewer.business_name} prepared ${asked.title}`,
  })
  context.audit({
    entity: 'platform.document',
    entity_id: id,
    new_values: {
      title: asked.title,
      type: asked.type,
      status: 'draft',
      parent_entity: asked.parent_entity,
      parent_id: asked.parent_id,
      sha256: file.sha256,
      signers: people.map(({ name, email, party }) => ({ name, email, party })),
      ...(missing.length > 0 ? { missing } : {}),
    },
  })
  return { id }
}

type Common = {
  readonly provider_id: string
  readonly agency_id: string | null
  readonly client_id: null
  readonly contractor_id: null
  readonly funder_id: null
  readonly created_at: Instant
  readonly updated_at: Instant
}

/** The document, with the file as its own: the record may lose it. */
async function writeDocument(
  { tx, viewer, clock }: VerbContext,
  { title, type, parent_entity, parent_id }: Omit<Input, 'attachment_id'>,
  { file, template_id, missing }: Prepared,
  { id, ...common }: Common & { readonly id: string },
): Promise<void> {
  const attachment_id = newUuid(clock)
  await insertRow(tx, attachment, {
    id: attachment_id,
    ...file,
    parent_entity: 'platform.document',
    parent_id: id,
    business_id: viewer.business_id,
    created_by: viewer.user_id,
    ...common,
  })
  await insertRow(tx, document, {
    ...no_paper,
    ...never_sent,
    template_id,
    missing: [...missing],
    id,
    title,
    type,
    status: 'draft',
    parent_entity,
    parent_id,
    business_id: viewer.business_id,
    attachment_id,
    created_by: viewer.user_id,
    // The person behind an impersonation checks no paper that it becomes.
    uploaded_as: viewer.impersonator_user_id,
    created_by_name: viewer.user_name,
    ...common,
  })
}

async function writeSigners(
  context: VerbContext,
  { signers }: Pick<Input, 'signers'>,
  people: readonly Person[],
  common: Common & { readonly document_id: string },
  fields: readonly AskedOfSide[],
): Promise<void> {
  const { tx, clock } = context
  for (const [at, person] of people.entries()) {
    const { position = 1, role = 'signer', field = null } = signers[at] ?? {}
    const id = newUuid(clock)
    await insertRow(tx, signer, { id, position, role, status: 'waiting', ...not_asked, ...person, ...common })
    if (role === 'copy') continue
    const [made, now] = [newUuid(clock), clock.now()]
    await insertNamed(tx, 'platform.signature_field', {
      ...field,
      id: made,
      signer_id: id,
      kind: 'signature',
      required: true,
      created_at: now,
      updated_at: now,
    })
    await writeAsked(
      context,
      id,
      fields.filter(({ side }) => side === person.party),
    )
  }
}

/** @throws invalid for a file that is not the record's, or no PDF */
async function pdfOf({ tx, viewer }: VerbContext, { attachment_id, parent_entity, parent_id }: Input) {
  const [file] = await loadVisible<{
    file_name: string
    file_url: string
    content_type: string
    size_bytes: number
    sha256: string
    parent_entity: string
    parent_id: string
  }>(tx, viewer, 'platform.attachment', [attachment_id], {
    columns: 't.file_name, t.file_url, t.content_type, t.size_bytes, t.sha256, t.parent_entity, t.parent_id',
  })
  if (file?.parent_entity !== parent_entity || file.parent_id !== parent_id) throw notFound('Attachment')
  if (file.content_type !== 'application/pdf')
    throw invalid({ attachment_id: 'Only PDF files can be signed' })
  const { file_name, file_url, content_type, size_bytes, sha256 } = file
  return { file_name, file_url, content_type, size_bytes: Number(size_bytes), sha256 }
}

async function personOf(
  { tx }: VerbContext,
  sides: Sides,
  one: Input['signers'][number],
  at: number,
): Promise<Person> {
  if (one.contact_id === undefined) {
    const missing = (['name', 'email', 'party'] as const).filter((name) => one[name] === undefined)
    if (missing.length > 0)
      throw invalid(
        Object.fromEntries(missing.map((name) => [`signers.${at}.${name}`, validationText.required])),
      )
    const party = one.party ?? 'client'
    // An address that the sender typed is proved by a code.
    return {
      name: one.name ?? '',
      email: (one.email ?? '').toLowerCase(),
      party,
      business_id: sides[`${party}_id`] ?? null,
      contact_id: null,
      auth: 'link_and_code',
    }
  }
  const contact = await tx.row<{
    name: string
    email: string | null
    business_id: string
    has_joined: boolean
  }>(
    `select concat_ws(' ', c.first_name, c.last_name) as name, coalesce(u.email, c.email) as email, c.business_id,
       c.joined_at is not null and u.id is not null as has_joined
     from business.business_contact c left join platform."user" u on u.id = c.user_id
     where c.id = $1 and c.is_active and c.deleted_at is null`,
    [one.contact_id],
  )
  const party = signer_parties.find((side) => contact && sides[`${side}_id`] === contact.business_id)
  if (!contact || party === undefined)
    throw invalid({ [`signers.${at}.contact_id`]: 'This person belongs to no party of the record' })
  if (contact.email === null)
    throw invalid({ [`signers.${at}.contact_id`]: 'This person has no e-mail address' })
  return {
    name: contact.name,
    email: contact.email.toLowerCase(),
    party,
    business_id: contact.business_id,
    contact_id: one.contact_id,
    auth: contact.has_joined ? 'link' : 'link_and_code',
  }
}

/** @throws invalid when nobody signs, or nobody for the side that the record is about */
function requireSides(
  { signers, parent_entity }: Omit<Input, 'attachment_id'>,
  people: readonly Person[],
): void {
  const signing = people.filter((_, at) => signers[at]?.role !== 'copy')
  if (signing.length === 0) throw invalid({ signers: 'Somebody signs the document' })
  const needed = needed_party[parent_entity]
  if (needed !== undefined && signing.every(({ party }) => party !== needed))
    throw invalid({ signers: `Somebody signs for the ${needed}` })
}

/** @throws invalid for terms of another client, or that are agreed */
async function nameTerms(
  { tx, viewer, clock, audit }: VerbContext,
  { payment_terms_id = '', type, parent_id }: Omit<Input, 'attachment_id'>,
  document_id: string,
): Promise<void> {
  const [terms] = await loadVisible<{ business_id: string; status: string }>(
    tx,
    viewer,
    'config.payment_terms',
    [payment_terms_id],
    { lock: true, columns: 't.business_id, t.status' },
  )
  if (type !== 'payment_terms' || terms?.business_id !== parent_id)
    throw invalid({ payment_terms_id: 'These terms are not of this client' })
  if (terms.status !== 'inprogress') throw invalid({ payment_terms_id: 'These terms are agreed already' })
  await updateRow(tx, configuration, payment_terms_id, { document_id, updated_at: clock.now() })
  audit({ entity: 'config.payment_terms', entity_id: payment_terms_id, new_values: { document_id } })
}

/** One mailbox signs once: else one person could sign for both sides. */
function refuseDoubles(people: readonly Person[]): void {
  const at = people.findIndex(({ email }, no) => people.findIndex((one) => one.email === email) < no)
  if (at >= 0) throw invalid({ [`signers.${at}.email`]: validationText.duplicate_email })
}
