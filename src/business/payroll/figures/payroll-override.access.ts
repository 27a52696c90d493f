import type { Access } from '#entity/access.ts'
import { onlyProvider, own } from '../../shared/own-rows.access.ts'
import type { payroll_override } from './payroll-override.entity.ts'

/** Doubted figures and their requesters are for the provider's own people. */
export const payroll_override_access: Access<typeof payroll_override> = onlyProvider(own.provider)
