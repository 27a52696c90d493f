import { expect, test } from 'vitest'
import { killRun } from './kill.ts'

test('kill -9 of server and database in the middle of approving many: nothing lost, nothing doubled', async () => {
  const { killed, checks, broken } = await killRun({ kills: 4, timesheets: 120, seed: 4 })
  expect(broken, broken.join('\n')).toEqual([])
  expect(killed.server + killed.database + killed.both).toBe(4)
  expect(checks).toBeGreaterThan(20)
}, 1_200_000)
