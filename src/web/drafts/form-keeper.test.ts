import { expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import type { FormField } from '../form/fields.ts'
import { draftName, isListOf, type KeptForm, keepsDraft, movedFields, unkeptLabels } from './form-draft.ts'
import { type FormKeeper, type OpenedForm, openForm } from './form-keeper.ts'
import { forgetOldForms, unsent, unsentOfAll } from './unsent.ts'

const today = day('2026-11-23')
const id = '6c1c7b1e-5a1b-4f7a-9a55-0d5f3f1a2b3c'
const line = { key: '', amount: '' }

const fields: readonly FormField<string, never>[] = [
  { kind: 'text', name: 'title', label: 'Title' },
  { kind: 'day', name: 'end_date', label: 'End date' },
  { kind: 'check', name: 'is_active', label: 'Active' },
  {
    kind: 'choice',
    name: 'by',
    label: 'By',
    options: [
      { value: 'post', label: 'Letter' },
      { value: 'mail', label: 'Mail' },
    ],
  },
  { kind: 'text', name: 'account_number', label: 'Account number' },
  { kind: 'text', name: 'phrase', label: 'Pass phrase', secret: true },
  { kind: 'custom', name: 'lines', label: 'Lines', kept: { lines: isListOf(line) }, render: () => null },
  { kind: 'custom', name: 'file', label: 'File', render: () => null },
]
const start = {
  title: 'Old',
  end_date: '',
  is_active: true,
  by: 'post',
  account_number: '',
  phrase: '',
  lines: [line],
  file: '',
}

function bench() {
  const kept = new Map<string, unknown>()
  let keys = 0
  const device: OpenedForm['device'] = {
    read: async <T>(name: string) => (structuredClone(kept.get(name)) as T | undefined) ?? null,
    change: async <T>(name: string, next: (before: T | null) => T | null) => {
      const value = next((structuredClone(kept.get(name)) as T | undefined) ?? null)
      if (value === null) kept.delete(name)
      else kept.set(name, structuredClone(value))
    },
  }
  const form: OpenedForm = {
    device,
    action_id: 'thing.save',
    fixed: { id },
    fields,
    start,
    today,
    newKey: () => {
      keys += 1
      return `key ${keys}`
    },
  }
  return { kept, device, open: (other: Partial<OpenedForm> = {}) => openForm({ ...form, ...other }) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
async function type(keeper: FormKeeper, values: object): Promise<void> {
  keeper.typed(fields, { ...start, ...values }, 'Edit thing')
  await settled()
}

test('form draft: typed values come back as the form opens again, and go with the save', async () => {
  const it = bench()
  const before = await it.open()
  expect(before.back).toBeNull()
  await type(before, { title: 'New', lines: [{ key: 'a', amount: '7' }] })
  const after = await it.open()
  expect(after.back).toEqual({ values: { title: 'New', lines: [{ key: 'a', amount: '7' }] }, moved: [] })
  await after.saved({ ...start, title: 'New', lines: [{ key: 'a', amount: '7' }] })
  expect(it.kept.size).toBe(0)
})

test('form draft: a value typed back to the saved one is no draft', async () => {
  const it = bench()
  const keeper = await it.open()
  await type(keeper, { title: 'New' })
  await type(keeper, {})
  expect(it.kept.size).toBe(0)
})

test('form draft: numbers of accounts, secrets and files are never kept, and closing the page says so', async () => {
  const it = bench()
  const keeper = await it.open()
  const typed = { account_number: '12345678', phrase: 'open sesame', file: 'a,b' }
  await type(keeper, { ...typed, title: 'New' })
  expect(JSON.stringify([...it.kept])).not.toMatch(/12345678|sesame|a,b/)
  expect([
    keeper.loses(fields, { ...start, title: 'New' }),
    keeper.loses(fields, { ...start, ...typed }),
  ]).toEqual([false, true])
  expect(unkeptLabels(fields)).toEqual(['Account number', 'Pass phrase'])
})

test.each([
  'password',
  'new_password',
  'token',
  'sort_code',
  'account_number',
  'iban',
  'swift_code',
  'ach_routing',
])('form draft: %s is a secret by its name', async (name) => {
  const it = bench()
  const keeper = await it.open({ fields: [{ kind: 'text', name, label: 'L' }], start: { [name]: '' } })
  keeper.typed([{ kind: 'text', name, label: 'L' }], { [name]: 'x' }, 'F')
  await settled()
  expect(it.kept.size).toBe(0)
})

test('form draft: equal to the saved values it says nothing, however the keys of its lines differ', async () => {
  const it = bench()
  await type(await it.open(), { title: 'New', lines: [{ key: 'a', amount: '7' }] })
  const saved = { ...start, title: 'New', lines: [{ key: 'b', amount: '7' }] }
  expect((await it.open({ start: saved })).back).toBeNull()
})

test('form draft: a field that changed meanwhile is named with both values', async () => {
  const it = bench()
  await type(await it.open(), { title: 'Mine', by: 'mail', end_date: '2026-12-01' })
  const saved = { ...start, title: 'Theirs', end_date: '2026-12-02' }
  const { back } = await it.open({ start: saved })
  expect(back && movedFields(back, fields, saved)).toEqual([
    'Title: you typed Mine, the record says Theirs.',
    'End date: you typed 01/12/2026, the record says 02/12/2026.',
  ])
})

test('form draft: after 30 days, with other fields, or with values of another shape it is dropped', async () => {
  const it = bench()
  await type(await it.open(), { title: 'New' })
  expect((await it.open({ today: addDays(today, 30) })).back).not.toBeNull()
  expect([(await it.open({ today: addDays(today, 31) })).back, it.kept.size]).toEqual([null, 0])
  await type(await it.open(), { title: 'New' })
  expect([(await it.open({ fields: fields.slice(1) })).back, it.kept.size]).toEqual([null, 0])
  await type(await it.open(), { title: 'New', lines: [{ amount: 7 }] })
  expect((await it.open()).back?.values).toEqual({ title: 'New' })
})

test('form draft: two tabs keep the values of both, and a save in one leaves what the other typed', async () => {
  const it = bench()
  const one = await it.open()
  const two = await it.open()
  await type(one, { title: 'One' })
  await type(two, { by: 'mail' })
  expect((await it.open()).back?.values).toEqual({ title: 'One', by: 'mail' })
  await one.saved({ ...start, title: 'One' })
  expect((await it.open()).back?.values).toEqual({ by: 'mail' })
})

test('form draft: the same input goes again under its key until there is an answer', async () => {
  const it = bench()
  const keeper = await it.open()
  await type(keeper, { title: 'New' })
  const key = await keeper.keys.of('same')
  const after = await it.open()
  expect([await after.keys.of('same'), await after.keys.of('other')]).toEqual([
    key,
    expect.not.stringMatching(key),
  ])
  await after.keys.ended()
  expect(await (await it.open()).keys.of('same')).not.toBe(key)
  expect(JSON.stringify([...it.kept])).not.toContain('same')
})

test('form draft: each record has its own; only forms with more than three fields or kept lines have one', () => {
  expect(draftName('a.b', { id, name: 'Acme' })).toBe(`form a.b ${id}`)
  expect([
    keepsDraft(fields.slice(0, 3)),
    keepsDraft(fields.slice(0, 4)),
    keepsDraft(fields.slice(6, 7)),
  ]).toEqual([false, true, true])
})

test('sign-out: names what only this device has, a waiting submission once; old drafts go by themselves', async () => {
  const kept = new Map<string, unknown>([
    ['send timesheet 1', { label: 'TMS000001' }],
    ['timesheet 1', { label: 'TMS000001', changes: {} }],
    ['timesheet 2', { label: 'TMS000002', changes: {} }],
    ['form a', { label: 'New expense', day: today, version: '', changes: {}, shown: {} } satisfies KeptForm],
    ['form b', { label: 'Old', day: '2026-10-01', version: '', changes: {}, shown: {} } satisfies KeptForm],
  ])
  const device = {
    ...bench().device,
    read: async <T>(name: string) => kept.get(name) as T,
    names: async (start: string) => [...kept.keys()].filter((name) => name.startsWith(start)),
    change: async <T>(name: string, next: (before: T | null) => T | null) => {
      if (next(kept.get(name) as T) === null) kept.delete(name)
    },
  }
  await forgetOldForms(device, today)
  expect(await unsent(device)).toEqual([
    'New expense is not saved yet',
    'TMS000001 is not submitted yet',
    'TMS000002 is not saved yet',
  ])
})

test('sign-out: names what waits in every business of the person, because it goes in all of them', async () => {
  const keeping = (name: string, label: string) => ({
    names: async () => [name],
    read: async <T>() => ({ label }) as T,
  })
  expect(
    await unsentOfAll('b', [
      { id: 'a', name: 'Larkfield Staffing', device: keeping('send timesheet 1', 'TMS000001') },
      { id: 'b', name: 'Meridian', device: keeping('timesheet 2', 'TMS000002') },
    ]),
  ).toEqual(['TMS000002 is not saved yet', 'Larkfield Staffing: TMS000001 is not submitted yet'])
})
