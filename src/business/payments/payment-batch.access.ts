import type { Access } from '#entity/access.ts'
import { onlyProvider, own } from '../shared/own-rows.access.ts'
import type { payment_batch, payment_batch_item } from './payment-batch.entity.ts'

export const payment_batch_access: Access<typeof payment_batch> = onlyProvider(own.provider)

export const payment_batch_item_access: Access<typeof payment_batch_item> = onlyProvider(own.provider)
