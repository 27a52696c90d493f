import type { Access } from '#entity/access.ts'
import { onlyProvider, own } from '../shared/own-rows.access.ts'
import type { refund } from './refund.entity.ts'

export const refund_access: Access<typeof refund> = onlyProvider(own.provider)
