import { screens } from '#business/screens.ts'
import { likePattern } from '#entity/filter.ts'
import { valueAt } from '#entity/path.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'

export interface FoundRecord {
  readonly path: string
  readonly to: string
  readonly label: string
  readonly detail: string
}

const each_max = 4

/** Finds records by id or name, in one request for all kinds. */
export async function findRecords(
  session: Session,
  text: string,
  signal: AbortSignal,
): Promise<FoundRecord[]> {
  const mine = screens
    .flatMap(({ path, find }) =>
      find && session.menu.some((entry) => entry.key === path)
        ? [{ path, root: path.replace('/', '_'), ...find }]
        : [],
    )
    .sort((a, b) => a.place - b.place)
  if (mine.length === 0) return []
  const like = { _ilike: likePattern(text) }
  const head = mine.map((place, at) => `$w${at}: ${place.root}_bool_exp!`).join(', ')
  const fields = mine.map(
    (place, at) =>
      `r${at}: ${place.root}(where: $w${at}, limit: ${each_max}) { id human_id ${place.name ?? ''} ${place.party ? `${place.party} { name }` : ''} }`,
  )
  const where = (name: string | undefined) =>
    name ? { _or: [{ human_id: like }, { [name]: like }] } : { human_id: like }
  const answer = await builtQuery(
    `query find(${head}) { ${fields.join(' ')} }`,
    Object.fromEntries(mine.map((place, at) => [`w${at}`, where(place.name)])),
    signal,
  )
  return mine.flatMap((place, at) =>
    answer.rows(`r${at}`).map((row) => ({
      path: place.path,
      to: pathOf({ category: session.category, path: place.path, id: row.id }),
      label: String(row.human_id),
      detail: String(valueAt(row, place.name ?? `${place.party}.name`) ?? ''),
    })),
  )
}
