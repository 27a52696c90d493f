import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { business } from '../business.entity.ts'
import { optionalText } from '../party-input.server.ts'
import { visibleBusiness } from '../visible-business.server.ts'

/** Names the provider's product that an agency or a funder has taken. Without a name it has none. */
export const setProduct = verb({
  action_id: 'business.business.set_product',
  since: '0.1.0',
  summary: 'Names the product of the provider that an agency or a funder has taken',
  machine: 'allowed',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input: z.strictObject({ business_id: z.uuid(), product: optionalText }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, clock } = context
    const { id } = await visibleBusiness(context, asked.business_id, 'agency', 'funder')
    const old_values = present(
      await tx.row<{ product: string | null }>(
        'select product from business.business where id = $1 for update',
        [id],
      ),
      'the business',
    )
    const new_values = { product: asked.product || null }
    await updateRow(tx, business, id, { ...new_values, updated_at: clock.now() })
    context.audit({ entity: 'business.business', entity_id: id, old_values, new_values })
    return { id }
  },
})
