import type { Access } from '#entity/access.ts'
import { onlyProvider, own } from '../shared/own-rows.access.ts'
import type { payment_file } from './payment-file.entity.ts'
import type { payment_file_setting } from './payment-file-setting.entity.ts'

export const payment_file_access: Access<typeof payment_file> = onlyProvider(own.provider)
export const payment_file_setting_access: Access<typeof payment_file_setting> = onlyProvider(own.provider)
