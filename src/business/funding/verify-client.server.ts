import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { mandatory, optionalText } from '../parties/party-input.server.ts'
import { phoneInput } from '../parties/phone-input.server.ts'
import { service } from '../parties/service.entity.ts'
import { can, verification_methods, who } from '../parties/verification.rules.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { judgeDebt } from './follow-disallowance.server.ts'

const methods = verification_methods.map((one) => one.value)

const input = z.strictObject({
  client_id: z.uuid(),
  agency_id: z.uuid(),
  method: z.enum(methods, { error: validationText.required }),
  /** The person at the client. */
  verified_with: mandatory,
  phone: phoneInput,
  /** Where the number or document comes from; never the agency. */
  source: mandatory,
  comment: optionalText,
})

/** Verifies an agency's client: invoices held for its verification are funded (decision 0035). */
export const verifyClient = verb({
  action_id: 'funding.client.verify',
  since: '0.1.0',
  summary: 'Verifies a client of an agency, so that its invoices are funded',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.verify,
  input,
  output: z.strictObject({ id: z.uuid(), verification_status: z.literal('verified') }),
  run: async (context, asked) => {
    const { tx } = context
    const client = await visibleBusiness(context, asked.client_id, 'client')
    const agency = await visibleBusiness(context, asked.agency_id, 'agency')
    const pair = await tx.row<{ id: string; client: string; status: 'unverified' | 'verified' }>(
      `select id, $3 as client, coalesce(verification_status, 'unverified') as status from business.service
       where type = 'client-agency' and from_business_id = $1 and to_business_id = $2 and deleted_at is null for update`,
      [client.id, agency.id, client.name],
    )
    if (!pair) throw notFound('Client')
    requireCan(can.verify(pair, context.viewer))
    const { method, verified_with, source, phone = null, comment = null } = asked
    await markVerified(context, pair.id, { method, verified_with, source, phone, comment })
    await judgeDebt(context, [{ client_id: client.id, principal_id: null }])
    return { id: pair.id, verification_status: 'verified' }
  },
})

type Evidence = {
  readonly method: (typeof methods)[number]
  readonly verified_with: string
  readonly source: string
  readonly line_by?: string | null
  readonly phone?: string | null
  readonly comment?: string | null
}

async function markVerified(context: VerbContext, id: string, evidence: Evidence): Promise<void> {
  const { tx, viewer, clock } = context
  await updateRow(tx, service, id, {
    verification_status: 'verified',
    verified_at: clock.now(),
    verified_by: viewer.user_id,
    verified_line_by: evidence.line_by ?? null,
    verification_method: evidence.method,
    verified_with: evidence.verified_with,
    verification_source: evidence.source,
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'business.service',
    entity_id: id,
    old_values: { verification_status: 'unverified' },
    new_values: { verification_status: 'verified', ...evidence },
  })
}

/** Case, signs and the legal form apart. */
const plain = (name: string) =>
  `replace(regexp_replace(lower(${name}), '[^a-z0-9]', '', 'g'), 'limited', 'ltd')`

type ReceiptMatch = { readonly invoice_id: string; readonly amount: string }

/**
 * Money from an account in the client's name proves the client: at least half of an invoice, by a line of an imported
 * statement (decision 0211). Call it with the matches before their documents settle: then the debt is judged with it.
 */
export async function verifyByReceipt(
  context: VerbContext,
  receipt: { readonly id: string; readonly human_id: string },
  matches: readonly ReceiptMatch[],
): Promise<void> {
  const pairs = await context.tx.rows<{ id: string; counterparty: string; line_by: string | null }>(
    `select distinct s.id, l.counterparty, l.created_by as line_by
     from unnest($2::uuid[], $3::numeric[]) m (invoice_id, amount)
     join transaction.invoice i on i.id = m.invoice_id and m.amount * 2 >= i.total_amount
     join business.service s on s.type = 'client-agency' and s.from_business_id = i.client_id and s.to_business_id = i.agency_id
       and s.verification_status is distinct from 'verified' and s.deleted_at is null
     join business.business b on b.id = i.client_id
     left join business.company c on c.id = b.company_id
     join transaction.payment_receipt_summary r on r.id = $1
     join transaction.bank_line l on l.id = r.bank_line_id and l.bank_statement_id is not null
     where i.type in ('provider-client', 'agency-client', 'funder-client')
       and ${plain('l.counterparty')} in (${plain('b.name')}, ${plain('c.name')}) and ${plain('l.counterparty')} <> ''
     order by s.id`,
    [receipt.id, matches.map((match) => match.invoice_id), matches.map((match) => match.amount)],
  )
  for (const { id, counterparty, line_by } of pairs)
    await markVerified(context, id, {
      method: 'bank_receipt',
      verified_with: counterparty,
      source: receipt.human_id,
      line_by,
    })
}
