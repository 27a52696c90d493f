import { z } from 'zod'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { currency } from './currency.entity.ts'
import { type CurrencyUse, offRefusal } from './currency-use.rules.ts'

const use = `select y.id, y.alpha_code, y.name, y.is_active,
  (select count(*)::int from business.business b where b.base_currency_id = y.id and b.is_active and b.deleted_at is null) as businesses,
  (select count(*)::int from contract.contract c where c.currency_id = y.id and c.deleted_at is null
     and c.type in ('temp_placement', 'perm_placement')
     and c.status not in ('draft', 'expired', 'cancelled') and c.status not like 'rejected%') as placements,
  (select count(*)::int from transaction.invoice i where i.currency_id = y.id and i.status = 'open' and i.deleted_at is null) as open_invoices,
  (select count(*)::int from business.business b where b.type = 'provider' and b.deleted_at is null) as providers
  from platform.currency y where y.alpha_code = $1 and y.deleted_at is null for update of y`

/** Switches a currency on or off for new work. Records in it stay as they are. */
export const setCurrency = verb({
  action_id: 'platform.currency.set',
  since: '0.1.0',
  summary: 'Switches a currency on or off for new work',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: ['provider_admin'] },
  input: z.strictObject({
    alpha_code: z.string().regex(/^[A-Z]{3}$/, { error: validationText.matches }),
    is_active: z.boolean(),
  }),
  output: z.strictObject({ id: z.uuid(), is_active: z.boolean() }),
  run: async (context, { alpha_code, is_active }) => {
    const { tx, clock } = context
    const row = await tx.row<CurrencyUse & { readonly id: string; readonly is_active: boolean }>(use, [
      alpha_code,
    ])
    if (!row) throw invalid({ alpha_code: validationText.matches })
    const { id } = row
    if (row.is_active === is_active) return { id, is_active }
    const refusal = is_active ? null : offRefusal(row)
    if (refusal !== null) throw precondition(refusal)
    await updateRow(tx, currency, id, { is_active, updated_at: clock.now() })
    context.audit({
      entity: 'platform.currency',
      entity_id: id,
      old_values: { is_active: row.is_active },
      new_values: { is_active },
    })
    return { id, is_active }
  },
})
