/** The sentences about further payees of a contractor. Pure. */
import { type Day, formatDay } from '#kernel/day.ts'

/** The effects of an approved payee. */
export const payeeEffects = (payee: string, agency: string, from: Day): string[] => [
  `New placements with ${agency} that begin on ${formatDay(from)} or later may pay ${payee}.`,
  'Placements in force stay as they are, and new ones that name no payee pay the contractor as today.',
]

/** Why a payee may not end, by the placements that pay it. */
export function endFault(payee: string, placements: readonly { readonly human_id: string }[]): string | null {
  const [first] = placements
  if (first === undefined) return null
  return placements.length === 1
    ? `Placement ${first.human_id} pays ${payee}: end it first`
    : `Placements ${placements.map(({ human_id }) => human_id).join(', ')} pay ${payee}: end them first`
}
