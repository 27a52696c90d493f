import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { sampleBusinesses } from '#test/server/sample.ts'
import { parseSettings } from '../settings.ts'
import { requireFitDemo } from './command-demo.ts'

const database = await freshDatabase()
const check = (STINT_DEMO: string) => requireFitDemo({ settings: parseSettings({ STINT_DEMO }), database })

test('demo: an empty database takes it, other data refuses it, and it opens as a demo only', async () => {
  await check('on')
  await sampleBusinesses(database)
  await expect(check('on')).rejects.toThrow(
    'STINT_DEMO is on and this database holds other data. Set STINT_DEMO=off, or use an empty database.',
  )
  await check('off')
  await database.owner.query('update platform.installation set is_demo = true')
  await expect(check('off')).rejects.toThrow(
    'This database holds the demo and its published passwords. Use an empty one.',
  )
  await check('on')
})
