/** State of each list, restored on return and kept until a reload. */
import type { ListRow } from './list.ts'

export interface LeftList {
  readonly top: number
  readonly selection: readonly ListRow[]
  readonly open: ReadonlySet<string>
}

const lists_max = 12
let left: ReadonlyMap<string, LeftList> = new Map()

export function leaveList(address: string, list: LeftList): void {
  const others = [...left].filter(([other]) => other !== address)
  left = new Map([...others, [address, list] as const].slice(-lists_max))
}

export function leftList(address: string): LeftList | null {
  return left.get(address) ?? null
}
