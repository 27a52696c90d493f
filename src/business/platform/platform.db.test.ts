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

  test('have names, a size limit, and cannot change platform data', async () => {
    await expect(set({ 'no spaces': 1 })).rejects.toMatchObject({ code: 'invalid' })
    await expect(set({ last_business_contact_id: 'x' })).rejects.toMatchObject({ code: 'invalid' })
    // Texts that each fit, and together do not.
    await expect(set({ notes: Array(5).fill('x'.repeat(3_900)) })).rejects.toMatchObject({
      errors: { preferences: 'Max character length is 16384' },
    })
    expect(await set({})).toEqual({ preferences: { 'columns.transaction/invoice': ['human_id'] } })
  })
})

describe('saved views', () => {
  const save = (input: Record<string, unknown>, by = viewer) =>
    act(by, 'platform.saved_view.save', { list: 'transaction/invoice', search: '', ...input })
  const views = async (by: Viewer) => {
    const { rows } = await database.app.query<{ name: string; search: string }>(
      'select name, search from platform.saved_view where user_id = $1 and deleted_at is null order by name',
      [by.user_id],
    )
    return rows
  }

  test('are one user’s own, under a name that is used once', async () => {
    const { id } = (await save({ name: ' Overdue ', search: 'group_by=status__open' })) as { id: string }
    expect(await views(viewer)).toEqual([{ name: 'Overdue', search: 'group_by=status__open' }])
    await expect(save({ name: 'overdue' })).rejects.toMatchObject({ code: 'conflict' })
    await save({ id, name: 'Late', search: 'group_by=status__closed' })
    expect(await views(viewer)).toEqual([{ name: 'Late', search: 'group_by=status__closed' }])
    await expect(save({ id, name: 'Mine' }, other)).rejects.toMatchObject({ code: 'not_found' })
    await expect(act(other, 'platform.saved_view.remove', { id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await save({ name: 'Late' }, other)
    await act(viewer, 'platform.saved_view.remove', { id })
    expect([await views(viewer), await views(other)]).toEqual([[], [{ name: 'Late', search: '' }]])
  })

  test('have a name, an address of some length, and an end to how many there are', async () => {
    await expect(save({ name: '  ' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(save({ name: 'x', search: 'x'.repeat(4001) })).rejects.toMatchObject({ code: 'invalid' })
    for (let no = 1; no <= 50; no += 1) await save({ name: `View ${no}` })
    await expect(save({ name: 'One more' })).rejects.toMatchObject({ code: 'invalid' })
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
    const [mine, , theirs] = [await insert(viewer), await insert(viewer), await insert(other)]
    const read = (by: Viewer, ids?: string[]) => act(by, 'log.notification_log.read', { ids })
    expect(await read(viewer, [mine, theirs])).toEqual({ unread: 1 })
    expect(await read(viewer, [mine])).toEqual({ unread: 1 })
    expect(await read(viewer)).toEqual({ unread: 0 })
    expect(await read(other, [])).toEqual({ unread: 1 })
  })
})
