import { expect, test } from 'vitest'
import { type AlarmFacts, type AlarmName, alarmsNow } from './alarm.rules.ts'

const well: AlarmFacts = {
  broken: [],
  unchecked_s: 60,
  running_s: 100_000,
  disk_free_ratio: 0.5,
  outbox_oldest_s: 0,
}

test.each<[string, Partial<AlarmFacts>, AlarmName[]]>([
  ['all is well: none', {}, []],
  ['a broken row is told at once', { broken: ['I1: a posting is missing'] }, ['InvariantBroken']],
  ['checks later than 15 minutes are told', { unchecked_s: 901 }, ['CheckStopped']],
  ['a process that just started waits for its first check', { unchecked_s: 90_000, running_s: 60 }, []],
  [
    'a process without any check for 15 minutes is told',
    { unchecked_s: null, running_s: 901 },
    ['CheckStopped'],
  ],
  ['a disk under a tenth is told', { disk_free_ratio: 0.09 }, ['DiskLow']],
  ['a message older than 15 minutes is told', { outbox_oldest_s: 901 }, ['OutboxStuck']],
])('alarms: %s', (_what, change, names) => {
  expect([...alarmsNow({ ...well, ...change }).keys()]).toEqual(names)
})
