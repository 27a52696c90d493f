/** Statements, refunds and payment files are the principal's own work, which the provider does. */
import type { Access, RowRule } from '#entity/access.ts'
import type { bank_statement } from '../bank/bank-statement.entity.ts'
import type { payment_file } from '../payment-files/payment-file.entity.ts'
import type { payment_file_setting } from '../payment-files/payment-file-setting.entity.ts'
import type { refund } from '../settlement/refund.entity.ts'
import { own } from '../shared/own-rows.access.ts'

const only_provider = (rows: RowRule) => ({
  agency: null,
  client: null,
  contractor: null,
  funder: null,
  provider: { rows, fields: 'all' } as const,
})

export const bank_statement_access: Access<typeof bank_statement> = only_provider(own.provider)
export const refund_access: Access<typeof refund> = only_provider(own.provider)
export const payment_file_access: Access<typeof payment_file> = only_provider(own.provider)
export const payment_file_setting_access: Access<typeof payment_file_setting> = only_provider(own.provider)
