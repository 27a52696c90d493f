import type { Access } from '#entity/access.ts'
import { onlyProvider, own } from '../shared/own-rows.access.ts'
import type { bank_statement } from './bank-statement.entity.ts'

export const bank_statement_access: Access<typeof bank_statement> = onlyProvider(own.provider)
