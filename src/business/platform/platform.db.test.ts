import { beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { perform } from '#server/perform.server.ts'
import { freshDatabase } from '#test/database.ts'
import { sampleBusinesses, samplePerson, testClock, viewerOf } from '#test/server/sample.ts'

const database = await freshDatabase()
const clock = testClock()
let viewer: Viewer
let other: Viewer

beforeAll(async () => {
  const { agency_id } = await sampleBusinesses(database)
  viewer = await viewerOf(database, await samplePerson(database, clock, agency_id, ['agency_user']))
  other = await viewerOf(database, await samplePerson(database, clock, agency_id, ['agency_admin']))
})

const act = (by: Viewer, action_id: string, input: unknown, key: string | null = null) =>
  perform({ database, clock }, by, action_id, input, key)

describe('preferences', () => {
  const set = (preferences: Record<string, unknown>, by = viewer) =>
    act(by, 'platform.user.update_preferences', { preferences })

  test('are merged, taken away by null, and one user has nothing to do with another', async () => {
    await set({ theme: 'dark' }, other)
    expect(await set({ theme: 'light', 'columns.transaction/invoice': ['human_id'] })).toEqual({
      preferences: { theme: 'light', 'columns.transaction/invoice': ['human_id'] },
    })
    expect(await set({ theme: null })).toEqual({
      preferences: { 'columns.transaction/invoice': ['human_id'] },
    })
    expect(await set({}, other)).toEqual({ preferences: { theme: 'dark' } })
  })

  test('have names, a size, and leave alone what is ours', async () => {
    await expect(set({ 'no spaces': 1 })).rejects.toMatchObject({ code: 'invalid' })
    await expect(set({ last_business_contact_id: 'x' })).rejects.toMatchObject({ code: 'invalid' })
    // Texts that each fit, and together do not.
    await expect(set({ notes: Array(5).fill('x'.repeat(3_900)) })).rejects.toMatchObject({
      errors: { preferences: 'Max character length is 16384' },
    })
    expect(await set({})).toEqual({ preferences: { 'columns.transaction/invoice': ['human_id'] } })
  })
})

describe('notifications', () => {
  test('are read by their user alone, some or all, and stay read', async () => {
    const insert = async (by: Viewer) => {
      const { rows } = await database.app.query<{ id: string }>(
        `insert into log.notification_log (user_id, title, message) values ($1, 'Approved', 'TMS1 was approved') returning id`,
        [by.user_id],
      )
      return rows[0]?.id ?? ''
    }
    const [mine, , his] = [await insert(viewer), await insert(viewer), await insert(other)]
    const read = (by: Viewer, ids?: string[]) => act(by, 'log.notification_log.read', { ids })
    expect(await read(viewer, [mine, his])).toEqual({ unread: 1 })
    expect(await read(viewer, [mine])).toEqual({ unread: 1 })
    expect(await read(viewer)).toEqual({ unread: 0 })
    expect(await read(other, [])).toEqual({ unread: 1 })
  })
})
