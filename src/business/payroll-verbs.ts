/** Verbs of statutory pay, pensions and holiday. */
import type { AnyVerb } from '#server/verb.ts'
import { recordStatutoryAbsence } from './payroll/absence/record-statutory-absence.server.ts'
import { withdrawStatutoryAbsence } from './payroll/absence/withdraw-statutory-absence.server.ts'
import { addPensionScheme } from './payroll/pension/add-pension-scheme.server.ts'
import { ceasePensionMember } from './payroll/pension/cease-pension-member.server.ts'
import { enrolPensionMember } from './payroll/pension/enrol-pension-member.server.ts'
import { optOutPensionMember } from './payroll/pension/opt-out-pension-member.server.ts'
import { postponePensionMember } from './payroll/pension/postpone-pension-member.server.ts'

export const payroll_verbs: readonly AnyVerb[] = [
  addPensionScheme,
  ceasePensionMember,
  enrolPensionMember,
  optOutPensionMember,
  postponePensionMember,
  recordStatutoryAbsence,
  withdrawStatutoryAbsence,
]
