/** Runs and books are the provider's work. */
import type { Access, RowRule } from '#entity/access.ts'
import type { payment_batch, payment_batch_item } from '../payments/payment-batch.entity.ts'
import { own, provider_businesses } from '../shared/own-rows.access.ts'
import type { account, ledger_transaction, posting } from './ledger.entity.ts'

const only_provider = (rows: RowRule) => ({
  agency: null,
  client: null,
  contractor: null,
  funder: null,
  provider: { rows, fields: 'all' } as const,
})

export const payment_batch_access: Access<typeof payment_batch> = only_provider(own.provider)

export const payment_batch_item_access: Access<typeof payment_batch_item> = only_provider(own.provider)

export const account_access: Access<typeof account> = only_provider({ principal: provider_businesses })

export const ledger_transaction_access: Access<typeof ledger_transaction> = only_provider(own.provider)

export const posting_access: Access<typeof posting> = only_provider({ transaction: own.provider })
