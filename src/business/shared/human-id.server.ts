import type { HumanIdPrefix, IssuedPrefix } from '#kernel/human-id.ts'
import { formatHumanId } from '#kernel/human-id.ts'
import type { Tx } from '#server/verb.ts'

type Prefix = Exclude<HumanIdPrefix, IssuedPrefix>
/** Takes so many numbers of a counter. @returns the first of them */
type TakeNumbers = (prefix: Prefix, count: number) => Promise<number>

/** Long transactions, with the source of their numbers. */
const besides = new WeakMap<Tx, TakeNumbers>()
const BLOCK = 100

/**
 * From here on this long transaction takes its numbers from blocks reserved beside it, so that others who make a
 * client do not wait. The rest of a block is lost.
 * @param alone runs in a transaction of its own
 */
export function takeHumanIdsBeside(tx: Tx, alone: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): void {
  const blocks = new Map<string, { next: number; left: number }>()
  besides.set(tx, async (prefix, count) => {
    let block = blocks.get(prefix)
    if (!block || block.left < count) {
      const size = Math.max(BLOCK, count)
      block = { next: await alone((own) => takeNumbers(own, prefix, size)), left: size }
      blocks.set(prefix, block)
    }
    const first = block.next
    block.next += count
    block.left -= count
    return first
  })
}

async function takeNumbers(tx: Tx, prefix: Prefix, count: number): Promise<number> {
  const [counter] = await tx.rows<{ last_number: number }>(
    `insert into platform.human_id_counter as c (prefix, last_number) values ($1, $2)
     on conflict (prefix) do update set last_number = c.last_number + excluded.last_number
     returning last_number`,
    [prefix, count],
  )
  return (counter?.last_number ?? count) - count + 1
}

/**
 * The next `count` human ids of a noun that need no gap rule, in order. The counter's row stays locked until
 * the transaction ends, so take them as late as possible.
 */
export async function nextHumanIds(tx: Tx, prefix: Prefix, count: number): Promise<string[]> {
  if (count === 0) return []
  const beside = besides.get(tx)
  const first = await (beside ? beside(prefix, count) : takeNumbers(tx, prefix, count))
  return Array.from({ length: count }, (_, i) => formatHumanId(prefix, first + i))
}

export async function nextHumanId(tx: Tx, prefix: Prefix): Promise<string> {
  const [id] = await nextHumanIds(tx, prefix, 1)
  return id as string // Exactly one was requested.
}
