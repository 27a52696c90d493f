import type { HumanIdPrefix, IssuedPrefix } from '#kernel/human-id.ts'
import { formatHumanId } from '#kernel/human-id.ts'
import type { Tx } from '#server/verb.ts'

/**
 * The next `count` human ids of a noun that need no gap rule, in order. The counter's row stays locked until
 * the transaction ends, so take them as late as possible.
 */
export async function nextHumanIds(
  tx: Tx,
  prefix: Exclude<HumanIdPrefix, IssuedPrefix>,
  count: number,
): Promise<string[]> {
  if (count === 0) return []
  const [counter] = await tx.rows<{ last_number: number }>(
    `insert into platform.human_id_counter as c (prefix, last_number) values ($1, $2)
     on conflict (prefix) do update set last_number = c.last_number + excluded.last_number
     returning last_number`,
    [prefix, count],
  )
  const first = (counter?.last_number ?? count) - count + 1
  return Array.from({ length: count }, (_, i) => formatHumanId(prefix, first + i))
}

export async function nextHumanId(tx: Tx, prefix: Exclude<HumanIdPrefix, IssuedPrefix>): Promise<string> {
  const [id] = await nextHumanIds(tx, prefix, 1)
  return id as string // One was asked for.
}
