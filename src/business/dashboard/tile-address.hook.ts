import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { addressOf } from '../reports/report-list.view.ts'
import type { Tile } from './tile.view.ts'

/** The list behind a tile, with the very filter it was counted by. */
export function useTileAddress({ path, tab, filter }: Tile): string {
  const { category } = useSession()
  return addressOf(pathOf({ category, path, tab: tab ?? null }), filter)
}
