/** Returns to HMRC: for the provider, and for payroll roles of the employing agency. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { rti_submission } from './rti-submission.entity.ts'

export const rti_submission_access: Access<typeof rti_submission> = of_employer
