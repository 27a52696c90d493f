/** The size of a client by tax year, and who determines the IR35 status with it (onboarding §2.6, §4.5). Pure. */
import type { WhoMay } from '#entity/access.ts'
import { type Day, partsOf } from '#kernel/day.ts'
import { taxYearName, taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { agency_writers, provider_staff } from '../../shared/who-may.rules.ts'
import type { client_sizes } from './client-size.entity.ts'

export type ClientSize = (typeof client_sizes)[number]['value']

/** The client states its size; agency and provider may enter what they were told. */
export const client_size_writers: WhoMay = {
  client: ['hiring_manager'],
  agency: agency_writers,
  provider: provider_staff,
}

/** The year in which the tax year of a day begins. */
export const taxYearOf = (of: Day): number => partsOf(taxYearStart(of)).year

/** Placements of the last tax year may still be entered, and those of the next one are planned. */
export const statedYears = (today: Day): readonly number[] => [-1, 0, 1].map((by) => taxYearOf(today) + by)

/** A small client alone leaves the decision to the contractor. Null: the size is not stated. */
export const determinerFault = (
  determined_by: string | null | undefined,
  { size, start }: { readonly size: ClientSize | null; readonly start: Day },
): string | null =>
  determined_by === 'contractor' && size !== null && size !== 'small'
    ? `The client is not small in ${taxYearName(taxYearOf(start))}, so it determines the status`
    : null
