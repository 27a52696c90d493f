/** Construction work that is not paid through PAYE (payroll-run §5.3, decision 0107). Pure. */
import { type Day, day } from '#kernel/day.ts'
import { taxYearOf } from '../parties/client-sizes/client-size.rules.ts'

export const construction_refused =
  'Construction work that is not paid through PAYE needs the Construction Industry Scheme, which this version does not operate. Pay this worker through PAYE.'

export const undeclared =
  'Declare that the client does not supervise, direct or control the work, or pay this worker through PAYE'

/** Verifications of this tax year and of so many before it count. */
const TAX_YEARS_BACK = 2

/** The first day of verifications that count today. */
export const countsFrom = (today: Day): Day => day(`${taxYearOf(today) - TAX_YEARS_BACK}-04-06`)

/** `V` and ten digits, with one or two letters after a slash or without. */
export const verification_form = /^V\d{10}(\/?[A-Z]{1,2})?$/

/** Letters in capitals, without spaces. */
export const verificationNumber = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()
