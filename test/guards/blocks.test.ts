import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { screens } from '#business/screens.ts'
import { BLOCKS, type Block, blockFaults, blocksIn, namesIn, table_path } from './blocks.ts'
import { allFiles } from './source.ts'

const files = allFiles().filter(({ path }) => path.startsWith('src/'))
const paths = new Set(screens.map(({ path }) => path))
const blocks = blocksIn(readFileSync(table_path, 'utf8'))

describe('blocks', () => {
  test('the table names those of the specification, in its order', () => {
    const text = readFileSync('docs/reference/requirements.md', 'utf8')
    const line = /### Blocks\n(.+)\n/.exec(text)?.[1] ?? ''
    expect(blocks.map(({ name }) => name)).toEqual(namesIn(line))
    expect(blocks).toHaveLength(BLOCKS)
  })

  test('each is a component that a screen uses', () => {
    expect(blockFaults(blocks, files, paths)).toEqual([])
  })

  test('a block without a component, a user or a screen is found', () => {
    const [first] = blocks as [Block]
    const fault = (change: Partial<Block>) => blockFaults([{ ...first, ...change }], files, paths)
    expect(fault({ component: 'NoSuchBlock' })).toHaveLength(2)
    expect(fault({ used_in: 'src/web/blocks/Timeline.tsx' })).toHaveLength(1)
    expect(fault({ screen: 'transaction/nothing' })).toEqual(['Card: there is no screen transaction/nothing'])
  })
})
