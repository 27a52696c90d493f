import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { knownContactSql } from '../../shared/known-contact.server.ts'
import { contract } from '../contract.entity.ts'
import type { temp_placement } from '../contract-kinds.entity.ts'
import { insertContacts } from '../insert-placement.server.ts'
import { recordContractSteps } from '../record-contract-step.server.ts'
import {
  type ContactType,
  canReplaceContact,
  contact_labels,
  contact_replaced_topic,
  contact_types,
  type NewContact,
  namesOne,
  newContactFault,
  placement_contact_changers,
} from './replace-contact.rules.ts'
import { samePersonSql } from './same-person.server.ts'

const PLACEMENTS_MAX = 200

const input = z.strictObject({
  contract_ids: z.array(z.uuid()).min(1).max(PLACEMENTS_MAX),
  type: z.enum(contact_types),
  /** Without it, the new person is added. */
  from_contact_id: z.uuid().optional(),
  /** Without it, the person is taken off. */
  to_contact_id: z.uuid().optional(),
})
type Input = z.output<typeof input>

type Row = ReadRow<
  typeof temp_placement,
  'id human_id title status provider_id agency_id client_id contractor_id funder_id'
>
type Person = { readonly id: string; readonly name: string; readonly email: string }

/** The new approver or invoice contact decides from now on, also on open timesheets and expenses. */
export const replaceContact = verb({
  action_id: 'contract.contact.replace',
  since: '0.1.0',
  summary: 'Replaces, adds or takes off a person of placements in force',
  machine: 'allowed',
  impersonator: 'refused',
  who: placement_contact_changers,
  input,
  output: z.strictObject({ replaced: z.int() }),
  run: async (context, given) => {
    const { from_contact_id, to_contact_id, type } = given
    if (from_contact_id === to_contact_id) throw invalid({ to_contact_id: validationText.required })
    const rows = await loadVisible<Row>(
      context.tx,
      context.viewer,
      'contract.temp_placement',
      given.contract_ids,
      {
        lock: true,
        columns: `t.id, t.human_id, t.title, t.status, t.provider_id, t.agency_id, t.client_id, t.contractor_id,
          t.funder_id`,
      },
    )
    for (const row of rows) requireCan(canReplaceContact(row, context.viewer, type))
    const to =
      to_contact_id === undefined ? null : await requireNewContact(context, rows, type, to_contact_id)
    const from =
      from_contact_id === undefined ? null : await requireNamed(context, rows, type, from_contact_id)
    if (to !== null && from === null) await requireUnnamed(context, rows, type, to)
    for (const row of rows) await replaceOn(context, row, given, from, to)
    // A hiring manager decides on no timesheet.
    if (type !== 'hiring_manager')
      await auditOpenWork(context, rows, { type, from_contact_id, to_contact_id })
    return { replaced: rows.length }
  },
})

/** @throws invalid under `to_contact_id` */
async function requireNewContact(
  { tx, viewer }: VerbContext,
  rows: readonly Row[],
  type: ContactType,
  id: string,
): Promise<Person> {
  const side = type === 'agency_consultant' ? 'agency_id' : 'client_id'
  const others =
    type === 'agency_consultant' ? 'p.client_id, p.contractor_id' : 'p.agency_id, p.contractor_id'
  const contact = await tx.row<Person & NewContact>(
    `select c.id, c.name, c.email, c.joined_at is not null as has_joined,
       c.is_active and ($3 = 'agency_consultant' or $3 = any (c.roles))
         and not exists (select from contract.contract p where p.id = any ($2::uuid[]) and p.${side} is distinct from c.business_id) as is_fit,
       exists (select from contract.contract p join business.business_contact o on o.business_id in (${others})
         where p.id = any ($2::uuid[]) and o.deleted_at is null and o.is_active
           and ${samePersonSql('o', 'c')}) as is_other_side
     from business.business_contact c where c.id = $1 and c.deleted_at is null`,
    [id, rows.map((row) => row.id), type],
  )
  const fault = newContactFault(contact, viewer)
  if (contact === undefined || fault !== null) throw invalid({ to_contact_id: fault ?? 'Contact not found' })
  return contact
}

/** @throws invalid under `from_contact_id` unless each placement names the person */
async function requireNamed(
  { tx }: VerbContext,
  rows: readonly Row[],
  type: ContactType,
  id: string,
): Promise<Person> {
  const named = await tx.row<Person & { count: number }>(
    `select c.id, c.name, c.email, count(*)::int as count
     from contract.contract_contact n join business.business_contact c on c.id = n.business_contact_id
     where n.business_contact_id = $1 and n.type = $2 and n.contract_id = any ($3::uuid[]) and n.deleted_at is null
     group by c.id`,
    [id, type, rows.map((row) => row.id)],
  )
  if (named?.count !== rows.length) throw invalid({ from_contact_id: 'Contact not found' })
  return named
}

/** @throws conflict where a placement names the person already, or another one in the only place */
async function requireUnnamed(
  { tx }: VerbContext,
  rows: readonly Row[],
  type: ContactType,
  { id }: Person,
): Promise<void> {
  const named = await tx.row<{ name: string }>(
    `select c.name from contract.contract_contact n join business.business_contact c on c.id = n.business_contact_id
     where (n.business_contact_id = $1 or $4) and n.type = $2 and n.contract_id = any ($3::uuid[])
       and n.deleted_at is null limit 1`,
    [id, type, rows.map((row) => row.id), namesOne(type)],
  )
  if (named !== undefined) throw conflict(`${named.name} is named already`)
}

async function replaceOn(
  context: VerbContext,
  row: Row,
  { type }: Input,
  from: Person | null,
  to: Person | null,
): Promise<void> {
  const { tx, clock } = context
  if (to === null) await requireAnother(context, row, type, from)
  if (from !== null)
    await tx.run(
      `update contract.contract_contact set deleted_at = $4, updated_at = $4
       where contract_id = $1 and business_contact_id = $2 and type = $3 and deleted_at is null`,
      [row.id, from.id, type, clock.now()],
    )
  if (to !== null) {
    // A row that once named this person names them again.
    const again = await tx.run(
      `update contract.contract_contact set deleted_at = null, updated_at = $4
       where contract_id = $1 and business_contact_id = $2 and type = $3`,
      [row.id, to.id, type, clock.now()],
    )
    if (again === 0) await insertContacts(context, row.id, row, [{ contact: to.id, type }])
  }
  if (type === 'agency_consultant')
    await updateRow(tx, contract, row.id, {
      consultant_contact_id: to?.id ?? null,
      updated_at: clock.now(),
    })
  const words = changeWords(type, from, to)
  await recordContractSteps(context, 'replace_contact', [
    {
      row,
      old_status: row.status,
      new_status: row.status,
      message: words,
      new_values: { type, from_contact_id: from?.id ?? null, to_contact_id: to?.id ?? null },
    },
  ])
  if (type !== 'agency_consultant') await tellPeople(context, row, words, [from, to])
}

/** Without a named approver every approver of the client would decide. @throws invalid under `to_contact_id` */
async function requireAnother(
  { tx }: VerbContext,
  row: Row,
  type: ContactType,
  from: Person | null,
): Promise<void> {
  if (type !== 'timesheet_approver') return
  const another = await tx.row(
    `select 1 as one from contract.contract_contact where contract_id = $1 and type = $2 and deleted_at is null
       and business_contact_id is distinct from $3 limit 1`,
    [row.id, type, from?.id ?? null],
  )
  if (another === undefined) throw invalid({ to_contact_id: 'Name another approver first' })
}

function changeWords(type: ContactType, from: Person | null, to: Person | null): string {
  const label = contact_labels[type]
  if (from === null) return `${label} added: ${to?.name ?? ''}`
  return to === null ? `${label} taken off: ${from.name}` : `${label} replaced: ${from.name}, now ${to.name}`
}

/** The old and the new person, and the client's invoice contacts: nobody takes an approval over unseen. */
async function tellPeople(
  context: VerbContext,
  row: Row,
  words: string,
  people: readonly (Person | null)[],
): Promise<void> {
  const contacts = await context.tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where business_id = $1 and ${knownContactSql()} and 'invoice_contact' = any (roles)`,
    [row.client_id],
  )
  const addresses = [
    ...people.flatMap((one) => (one ? [one.email.toLowerCase()] : [])),
    ...contacts.map((c) => c.email),
  ]
  for (const to of new Set(addresses))
    context.enqueue(contact_replaced_topic, `contact-replaced:${row.id}:${context.clock.now()}:${to}`, {
      contract_id: row.id,
      to,
      subject: `${row.human_id}: people have changed`,
      body_text: [
        'Hello,',
        '',
        `${context.viewer.user_name} of ${context.viewer.business_name} changed the people of ${row.title} (${row.human_id}).`,
        `${words}.`,
        '',
        'If this is wrong, tell your agency at once.',
      ].join('\n'),
      provider_id: row.provider_id,
      agency_id: row.agency_id,
    })
}

/** Open timesheets and expenses move to the new approver: the inbox follows what is audited. */
async function auditOpenWork(
  context: VerbContext,
  rows: readonly Row[],
  new_values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const noun of ['timesheet', 'expense'] as const) {
    const open = await context.tx.rows<{ id: string }>(
      `select id from transaction.${noun} where contract_id = any ($1::uuid[]) and status = 'submitted' and deleted_at is null`,
      [rows.map((row) => row.id)],
    )
    for (const { id } of open) context.audit({ entity: `transaction.${noun}`, entity_id: id, new_values })
  }
}
