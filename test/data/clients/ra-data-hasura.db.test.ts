/** ra-data-hasura, unmodified: every call of a react-admin data provider, on notes. */
import { describe, expect, it } from 'vitest'
import { areInstalled, isRecording } from './installed.ts'
import { keepRecording, marked, readRecording } from './recording.ts'
import { openStage, type Stage } from './stage.ts'

type Row = { id: string; text: string; parent_entity: string }
type Provider = Record<
  string,
  (resource: string, params: object) => Promise<{ data: unknown; total?: number }>
>

const NOTE = 'platform_note'
const by = (field: string, order: string) => ({ field, order })
const page = (n: number, perPage: number) => ({ page: n, perPage })

const load = async <T>(name: string): Promise<T> => (await import(/* @vite-ignore */ name)) as T // Named by each caller.

async function connect({ url, headers, fetch }: Stage): Promise<Provider> {
  type Build = (options: object) => Promise<Provider>
  const { default: build } = await load<{ default: Build | { default: Build } }>('ra-data-hasura')
  const { HttpLink } = await load<{ HttpLink: new (options: object) => object }>(
    '@apollo/client/core/core.cjs',
  )
  // The package is CommonJS, which some loaders wrap once more.
  const make = 'default' in build ? build.default : build
  return make({ clientOptions: { link: new HttpLink({ uri: url, headers, fetch }) } })
}

describe.skipIf(!areInstalled)('ra-data-hasura', async () => {
  const stage = areInstalled ? await openStage() : null
  it('introspects, and makes all its calls', async () => {
    if (!stage) throw new Error('The stage is open where the client is installed.')
    const provider = await connect(stage)
    const call = async (verb: string, params: object) => {
      const method = provider[verb]
      if (!method) throw new Error(`The provider has no ${verb}.`)
      return method(NOTE, params)
    }
    const rows = async (verb: string, params: object) => (await call(verb, params)).data as Row[] // As the call is declared.

    const parent = { parent_entity: 'business.business', parent_id: stage.client_id }
    const created: Row[] = []
    for (const text of ['Alder', 'Beech', 'Cherry', 'Damson'])
      created.push((await call('create', { data: { text, ...parent } })).data as Row)
    const [alder, beech, cherry, damson] = created.map((row) => row.id)
    expect(created.map((row) => row.text)).toEqual(['Alder', 'Beech', 'Cherry', 'Damson'])

    const list = await call('getList', { pagination: page(1, 2), sort: by('text', 'DESC'), filter: {} })
    expect(list).toMatchObject({ data: [{ text: 'Damson' }, { text: 'Cherry' }], total: 4 })
    const second = await call('getList', { pagination: page(2, 3), sort: by('text', 'ASC'), filter: {} })
    expect(second).toMatchObject({ data: [{ text: 'Damson' }], total: 4 })
    const several = { pagination: page(1, 10), sort: by('parent_entity,text', 'ASC,DESC'), filter: {} }
    expect((await rows('getList', several)).map((row) => row.text)).toEqual([
      'Damson',
      'Cherry',
      'Beech',
      'Alder',
    ])
    const filters: readonly (readonly [object, string[]])[] = [
      [{ text: 'ch' }, ['Beech', 'Cherry']],
      [{ 'text@_ilike': 'al' }, ['Alder']],
      [{ 'text@_eq': 'Beech' }, ['Beech']],
      [{ 'text@_in': ['Alder', 'Damson'] }, ['Alder', 'Damson']],
      [{ ids: [alder, cherry] }, ['Alder', 'Cherry']],
      [{ parent_id: stage.client_id, 'text@_like': 'D%' }, ['Damson']],
    ]
    for (const [filter, texts] of filters) {
      const found = await rows('getList', { pagination: page(1, 10), sort: by('text', 'ASC'), filter })
      expect(found.map((row) => row.text)).toEqual(texts)
    }
    expect(await call('getOne', { id: beech })).toMatchObject({ data: { id: beech, text: 'Beech' } })
    expect((await rows('getMany', { ids: [alder, damson] })).map((row) => row.text).sort()).toEqual([
      'Alder',
      'Damson',
    ])
    const reference = {
      target: 'parent_id',
      id: stage.client_id,
      pagination: page(1, 1),
      sort: by('text', 'ASC'),
      filter: {},
    }
    expect(await call('getManyReference', reference)).toMatchObject({ data: [{ text: 'Alder' }], total: 4 })

    const previousData = created[0]
    expect(
      await call('update', { id: alder, data: { ...previousData, text: 'Ash' }, previousData }),
    ).toMatchObject({
      data: { id: alder, text: 'Ash' },
    })
    expect(await call('updateMany', { ids: [beech, cherry], data: { text: 'Tree' } })).toEqual({
      data: [beech, cherry],
    })
    expect(await call('delete', { id: alder, previousData })).toMatchObject({ data: { id: alder } })
    expect(await call('deleteMany', { ids: [beech, damson] })).toEqual({ data: [beech, damson] })
    const left = await call('getList', { pagination: page(1, 10), sort: by('text', 'ASC'), filter: {} })
    expect(left).toMatchObject({ data: [{ id: cherry, text: 'Tree' }], total: 1 })
    await expect(call('getOne', { id: 'x' })).rejects.toThrow('expected a uuid')

    const sent = marked(stage.exchanges, [stage.client_id])
    if (isRecording) keepRecording('ra-data-hasura', sent)
    expect(sent).toEqual(readRecording('ra-data-hasura'))
  })
})
