/** The figures of tiles, read in one request. */
import { useQuery } from '@tanstack/react-query'
import { day } from '#kernel/day.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useEntities } from '#web/core/entities-context.ts'
import { useSession } from '#web/core/session.ts'
import { useCurrencies } from '../reports/currencies.hook.ts'
import type { Asking, CurrencySum, Figure, OtherSum } from './dashboard.rules.ts'
import { figuresOf, figuresRequest, otherSumsOf, otherSumsRequest } from './dashboard.rules.ts'
import type { Tile } from './tile.view.ts'

/** With its sums in other currencies than the business's own. */
export type TileFigure = Figure & { readonly other_sums: readonly CurrencySum[] }

/** The data endpoint takes as many roots in a request. */
const roots_max = 40

async function otherSums(asking: Asking, wanted: readonly OtherSum[], signal: AbortSignal) {
  const parts: OtherSum[][] = []
  for (let from = 0; from < wanted.length; from += roots_max) parts.push(wanted.slice(from, from + roots_max))
  const answers = await Promise.all(
    parts.map(async (part) => {
      const { query, variables } = otherSumsRequest(asking, part)
      return { part, answer: await builtQuery(query, variables, signal) }
    }),
  )
  return (tile: Tile) => answers.flatMap(({ part, answer }) => otherSumsOf(part, answer, tile))
}

/** One request for all tiles of a page; a second one for sums in other currencies, where there are any. */
export function useFigures(page: string, mine: readonly Tile[]) {
  const session = useSession()
  const entities = useEntities()
  const currencies = useCurrencies()
  const code = session.business.currency_code
  return useQuery({
    queryKey: ['figures', page, session.business_contact_id, session.today],
    enabled: currencies !== undefined,
    queryFn: async ({ signal }): Promise<TileFigure[]> => {
      // An approver has cards instead of numbers.
      if (mine.length === 0) return []
      const asking = { entities, today: day(session.today), currency: code }
      const { query, variables } = figuresRequest(asking, mine)
      const figures = figuresOf(mine, await builtQuery(query, variables, signal))
      const other_codes = (currencies ?? []).flatMap((one) => (one.alpha_code === code ? [] : one.alpha_code))
      const wanted = mine.flatMap((asked, at) =>
        (figures[at]?.others ?? 0) > 0 ? other_codes.map((currency) => ({ asked, currency })) : [],
      )
      const sumsOf = await otherSums(asking, wanted, signal)
      return mine.flatMap((tile, at) => {
        const figure = figures[at]
        return figure ? [{ ...figure, other_sums: sumsOf(tile) }] : []
      })
    },
  })
}
