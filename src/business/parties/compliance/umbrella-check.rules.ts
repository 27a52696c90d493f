/** Joint liability for the PAYE of an umbrella company, and the check that payments to it wait for (decision 0106). Pure. */
import { type Day, day } from '#kernel/day.ts'

/** From this pay date on, the agency is liable with the umbrella (ITEPA 2003, part 2 chapter 11). */
export const umbrella_liable_from: Day = day('2026-04-06')

/** Days for which a check is valid after its first day. */
export const umbrella_check_days = 90

/** The reason of a payment that waits. */
export const no_umbrella_check = 'No valid check of this umbrella company. The agency is liable for its PAYE'

/** Is a payment on this day refused without a valid check? */
export const needsUmbrellaCheck = (paid_on: Day): boolean => paid_on >= umbrella_liable_from
