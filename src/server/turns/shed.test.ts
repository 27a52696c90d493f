import { describe, expect, test } from 'vitest'
import {
  CALM,
  isShed,
  judgeShed,
  type Load,
  type ShedKind,
  type ShedLevel,
  type ShedState,
} from './shed.rules.ts'

const quiet: Load = { loop_ms: 20, waiting: 0 }
const slow: Load = { loop_ms: 201, waiting: 0 }
const queued: Load = { loop_ms: 20, waiting: 21 }
const stuck: Load = { loop_ms: 501, waiting: 0 }

describe('shedding: the level after seconds of', () => {
  const times = (count: number, load: Load) => Array<Load>(count).fill(load)
  test.each<[string, Load[], ShedLevel]>([
    ['quiet', times(60, quiet), 0],
    ['a slow loop, too short', times(4, slow), 0],
    ['a slow loop', times(5, slow), 1],
    ['exactly the limits', times(60, { loop_ms: 200, waiting: 20 }), 0],
    ['many waiting connections', times(5, queued), 1],
    ['one and the other', [...times(3, slow), ...times(2, queued)], 1],
    ['a slow loop with a break', [...times(4, slow), quiet, ...times(4, slow)], 0],
    ['a stuck loop', times(5, stuck), 2],
    ['a slow loop that gets stuck', [...times(5, slow), ...times(4, stuck)], 1],
    ['more waiting than ever', times(60, { loop_ms: 20, waiting: 5_000 }), 1],
    ['a slow loop, then calm, too short', [...times(5, slow), ...times(9, quiet)], 1],
    ['a slow loop, then calm', [...times(5, slow), ...times(10, quiet)], 0],
    ['a slow loop, then half of it', [...times(5, slow), ...times(30, { loop_ms: 101, waiting: 0 })], 1],
    ['a stuck loop, then a slow one', [...times(5, stuck), ...times(10, slow)], 1],
    ['a stuck loop, then calm', [...times(5, stuck), ...times(20, quiet)], 0],
  ])('%s', (_name, loads, level) => {
    expect(loads.reduce((state: ShedState, load) => judgeShed(state, load, 200), CALM).level).toBe(level)
  })
})

test.each<[ShedKind, ShedLevel[]]>([
  ['export', [1, 2]],
  ['import', [1, 2]],
  ['pdf', [1, 2]],
  ['live_query', [1, 2]],
  ['costly_read', [2]],
  ['stranger', [2]],
  ['other', []],
])('shedding: %s at levels %j', (kind, levels) => {
  expect(([0, 1, 2] as const).filter((level) => isShed(level, kind))).toEqual(levels)
})
