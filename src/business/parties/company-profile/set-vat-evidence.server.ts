import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { isOverseas } from '../../shared/place-of-supply.rules.ts'
import { company } from '../company.entity.ts'
import { dayInput, optionalText } from '../party-input.server.ts'
import { evidenceFaults, may_set_evidence, vat_evidence_kinds } from '../vat-evidence.rules.ts'
import { visibleBusiness } from '../visible-business.server.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  kind: z.enum(
    vat_evidence_kinds.map(({ value }) => value),
    { error: validationText.required },
  ),
  /** As the register of the client's country has it. */
  number: optionalText,
  checked_on: dayInput,
  /** A file of the client. */
  attachment_id: z.uuid().optional(),
})

/** Keeps the evidence that an overseas client is in business: its work is invoiced without VAT from now on. */
export const setVatEvidence = verb({
  action_id: 'business.client.set_vat_evidence',
  since: '0.1.0',
  summary: 'Records the evidence that a client is in business outside the United Kingdom',
  machine: 'allowed',
  impersonator: 'refused',
  who: may_set_evidence,
  input,
  output: z.strictObject({ client_id: z.uuid() }),
  run: async (context, { client_id, kind, number, checked_on, attachment_id = null }) => {
    const client = await visibleBusiness(context, client_id, 'client')
    const before = await lockCompany(context, client.id)
    if (!before || !isOverseas(before.country_code))
      throw precondition(`${client.name} is in the United Kingdom: it is charged VAT`)
    const evidence = { kind, number: number ? number : null, checked_on: day(checked_on) }
    const faults = {
      ...evidenceFaults({ ...evidence, has_file: attachment_id !== null }, context.clock.today()),
      ...(attachment_id !== null && !(await isFileOf(context, client.id, attachment_id))
        ? { attachment_id: validationText.matches }
        : {}),
    }
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const values = {
      vat_evidence_kind: kind,
      vat_evidence_number: evidence.number,
      vat_evidence_checked_on: evidence.checked_on,
      vat_evidence_attachment_id: attachment_id,
    }
    await updateRow(context.tx, company, before.id, { ...values, updated_at: context.clock.now() })
    const { id, country_code: _, ...old_values } = before
    context.audit({ entity: 'business.company', entity_id: id, old_values, new_values: values })
    return { client_id: client.id }
  },
})

type Row = {
  readonly id: string
  readonly country_code: string
  readonly vat_evidence_kind: string | null
  readonly vat_evidence_number: string | null
  readonly vat_evidence_checked_on: string | null
  readonly vat_evidence_attachment_id: string | null
}

const lockCompany = ({ tx }: VerbContext, client_id: string): Promise<Row | undefined> =>
  tx.row<Row>(
    `select c.id, coalesce(a.country_code, 'GB') as country_code, c.vat_evidence_kind, c.vat_evidence_number,
       c.vat_evidence_checked_on, c.vat_evidence_attachment_id
     from business.company c join business.business b on b.company_id = c.id left join business.address a on a.id = c.address_id
     where b.id = $1 and c.deleted_at is null for update of c`,
    [client_id],
  )

async function isFileOf({ tx }: VerbContext, client_id: string, id: string): Promise<boolean> {
  const file = await tx.row(
    `select 1 as one from platform.attachment
     where id = $1 and parent_entity = 'business.client' and parent_id = $2 and deleted_at is null`,
    [id, client_id],
  )
  return file !== undefined
}
