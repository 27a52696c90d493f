import type { Access } from '#entity/access.ts'
import { onlyProvider, own } from '../shared/own-rows.access.ts'
import type { payroll_override } from './payroll-override.entity.ts'

/** Which figures were doubted, and by whom, is between the provider's own people. */
export const payroll_override_access: Access<typeof payroll_override> = onlyProvider(own.provider)
