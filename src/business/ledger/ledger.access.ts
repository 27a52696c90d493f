/** The books are the provider's work. */
import type { Access } from '#entity/access.ts'
import { onlyProvider, own, provider_businesses } from '../shared/own-rows.access.ts'
import type { account, ledger_transaction, posting } from './ledger.entity.ts'

export const account_access: Access<typeof account> = onlyProvider({ principal: provider_businesses })

export const ledger_transaction_access: Access<typeof ledger_transaction> = onlyProvider(own.provider)

export const posting_access: Access<typeof posting> = onlyProvider({ transaction: own.provider })
