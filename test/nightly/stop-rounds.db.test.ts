import { expect, test } from 'vitest'
import { stopRun } from './stop-rounds.ts'

// Starts after SIGKILL of server and database are the night's: the kill stories have those of the server.
test('SIGTERM with work in flight ends in time and loses nothing', async () => {
  const { broken } = await stopRun({ stops: 2, kills: 0 })
  expect(broken, broken.join('\n')).toEqual([])
}, 1_200_000)
