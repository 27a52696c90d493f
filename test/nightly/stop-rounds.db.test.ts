import { expect, test } from 'vitest'
import { stopRun } from './stop-rounds.ts'

test('SIGTERM with work in flight ends in time and loses nothing; kill -9 keeps no start from coming up', async () => {
  const { broken } = await stopRun({ stops: 1, kills: 1 })
  expect(broken, broken.join('\n')).toEqual([])
}, 1_200_000)
