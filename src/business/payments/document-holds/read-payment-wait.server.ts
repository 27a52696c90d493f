import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { category_roles } from '#entity/roles.ts'
import { notFound } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import type { invoice } from '../../invoices/invoice.entity.ts'
import { no_umbrella_check } from '../../parties/compliance/umbrella-check.rules.ts'
import { engagedKey, uncheckedUmbrellas } from '../../parties/papers/umbrella-checks.server.ts'
import { insideHolds } from './hold-inside.server.ts'
import { unworkedHolds } from './hold-unworked.server.ts'

const { agency, provider } = category_roles

type Row = ReadRow<
  typeof invoice,
  'id type status agency_id from_business_id is_credit_note payment_company_type'
>

/** The agency and the provider read the reason. The payee learns only that the payment has not come. */
export const readPaymentWait = verb({
  action_id: 'transaction.invoice.read_payment_wait',
  since: '0.1.0',
  summary: 'Shows why the payment of a document to a company waits',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency, provider },
  is_reading: true,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ reason: z.string().nullable() }),
  run: async (context, { id }) => {
    const [row] = await loadVisible<Row>(context.tx, context.viewer, 'transaction.invoice', [id], {
      columns:
        't.id, t.type, t.status, t.agency_id, t.from_business_id, t.is_credit_note, t.payment_company_type',
    })
    if (!row) throw notFound('Invoice')
    const is_owed = row.type === 'contractor-agency' && row.status === 'open' && !row.is_credit_note
    return { reason: is_owed ? await reasonOf(context, row) : null }
  },
})

/** Held in a batch for a later day, or by today's rules. */
async function reasonOf({ tx, clock }: VerbContext, row: Row): Promise<string | null> {
  const { id, agency_id, from_business_id } = row
  const inside = (await insideHolds(tx, [row], clock.today()))(row)
  if (inside !== null) return inside
  const unworked = (await unworkedHolds(tx, [row], clock.today()))(row)
  if (unworked !== null) return unworked
  const engaged = { agency_id, company_id: from_business_id }
  if ((await uncheckedUmbrellas(tx, [engaged], clock.today())).has(engagedKey(engaged)))
    return no_umbrella_check
  const held = await tx.row(
    `select from payment.payment_batch_item where invoice_id = $1 and status = 'held' and hold_reason = $2`,
    [id, no_umbrella_check],
  )
  return held === undefined ? null : no_umbrella_check
}
