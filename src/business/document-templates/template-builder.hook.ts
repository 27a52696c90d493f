/** The blocks as they are built: each keeps its key while it moves. */
import { useState } from 'react'
import { announce } from '#web/ui/announce.ts'
import { type Block, type BlockType, block_labels, emptyBlock } from './blocks/template-blocks.rules.ts'
import type { TemplateKind } from './blocks/template-kinds.rules.ts'

export interface Row {
  readonly key: string
  readonly block: Block
}

const rowOf = (block: Block): Row => ({ key: crypto.randomUUID(), block })

export interface Builder {
  readonly rows: readonly Row[]
  /** The block that was just added, which takes the focus. */
  readonly fresh: string | null
  readonly change: (key: string, block: Block) => void
  readonly add: (type: BlockType, after: number) => void
  readonly move: (at: number, to: number) => void
  readonly remove: (at: number) => void
}

export function useBuilder(kind: TemplateKind, blocks: readonly Block[]): Builder {
  const [rows, setRows] = useState<readonly Row[]>(() => blocks.map(rowOf))
  const [fresh, setFresh] = useState<string | null>(null)
  return {
    rows,
    fresh,
    change: (key, block) => setRows((now) => now.map((row) => (row.key === key ? { key, block } : row))),
    add: (type, after) => {
      const row = rowOf(emptyBlock(type, kind))
      setRows((now) => now.toSpliced(after, 0, row))
      setFresh(row.key)
      announce(`${block_labels[type]} added at place ${after + 1}`)
    },
    move: (at, to) => {
      setRows((now) => {
        const row = now[at]
        return row === undefined || to < 0 || to >= now.length
          ? now
          : now.toSpliced(at, 1).toSpliced(to, 0, row)
      })
      announce(`Moved to place ${to + 1} of ${rows.length}`)
    },
    remove: (at) => {
      setRows((now) => now.toSpliced(at, 1))
      announce('Block removed')
    },
  }
}
