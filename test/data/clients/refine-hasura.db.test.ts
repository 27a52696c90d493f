/** @refinedev/hasura, unmodified: every call of its data provider and its live provider, on notes. */
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { areInstalled, isRecording } from './installed.ts'
import { keepRecording, marked, readRecording } from './recording.ts'
import { openStage, type Stage } from './stage.ts'

type Row = { id: string; text: string }
type Call = (params: object) => Promise<{ data: unknown; total?: number }>
type Socket = { dispose: () => void | Promise<void> }
type Refine = {
  default: (client: unknown) => Record<string, Call>
  GraphQLClient: new (url: string, options: object) => unknown
  liveProvider: (client: unknown) => { subscribe: (options: object) => () => void }
  graphqlWS: { createClient: (options: object) => Socket }
}

const resource = 'platform_note'
const meta = { fields: ['id', 'text'] }

async function load(): Promise<Refine> {
  const name = '@refinedev/hasura'
  return (await import(/* @vite-ignore */ name)) as Refine // What the package exports, as far as it is used here.
}

function socketOf(refine: Refine, stage: Stage): Socket {
  class SignedIn extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { cookie: stage.headers.cookie } })
    }
  }
  return refine.graphqlWS.createClient({ url: stage.socket_url, webSocketImpl: SignedIn, retryAttempts: 0 })
}

describe.skipIf(!areInstalled)('@refinedev/hasura', async () => {
  const stage = areInstalled ? await openStage() : null
  const sockets: Socket[] = []
  afterAll(async () => {
    for (const socket of sockets) await socket.dispose()
  })
  function open(): Stage {
    if (!stage) throw new Error('The stage is open where the client is installed.')
    return stage
  }
  async function provider(): Promise<
    (verb: string, params: object) => Promise<{ data: unknown; total?: number }>
  > {
    const refine = await load()
    const { url, headers, fetch } = open()
    const made = refine.default(new refine.GraphQLClient(url, { headers, fetch }))
    return (verb, params) => {
      const method = made[verb]
      if (!method) throw new Error(`The provider has no ${verb}.`)
      return method({ resource, meta, ...params })
    }
  }

  it('makes all its calls', async () => {
    const call = await provider()
    const texts = async (params: object) =>
      ((await call('getList', params)).data as Row[]).map((row) => row.text) // As declared.
    const parent = { parent_entity: 'business.business', parent_id: open().client_id }
    const one = (await call('create', { variables: { text: 'Alder', ...parent } })).data as Row
    expect(one.text).toBe('Alder')
    const many = ['Beech', 'Cherry', 'Damson'].map((text) => ({ text, ...parent }))
    const rows = (await call('createMany', { variables: many })).data as Row[]
    expect(rows.map((row) => row.text)).toEqual(['Beech', 'Cherry', 'Damson'])
    const [beech, cherry, damson] = rows.map((row) => row.id)

    const sorters = [{ field: 'text', order: 'desc' }]
    expect(
      await call('getList', { pagination: { currentPage: 1, pageSize: 3, mode: 'server' }, sorters }),
    ).toMatchObject({
      data: [{ text: 'Damson' }, { text: 'Cherry' }, { text: 'Beech' }],
      total: 4,
    })
    const by_two = [
      { field: 'parent_entity', order: 'asc' },
      { field: 'text', order: 'asc' },
    ]
    expect(await texts({ sorters: by_two })).toEqual(['Alder', 'Beech', 'Cherry', 'Damson'])
    const filters: readonly (readonly [operator: string, value: unknown, texts: string[]])[] = [
      ['eq', 'Beech', ['Beech']],
      ['ne', 'Beech', ['Damson', 'Cherry', 'Alder']],
      ['gt', 'Beech', ['Damson', 'Cherry']],
      ['gte', 'Cherry', ['Damson', 'Cherry']],
      ['lt', 'Beech', ['Alder']],
      ['lte', 'Beech', ['Beech', 'Alder']],
      ['in', ['Alder', 'Damson'], ['Damson', 'Alder']],
      ['nin', ['Alder', 'Damson'], ['Cherry', 'Beech']],
      ['contains', 'CH', ['Cherry', 'Beech']],
      ['ncontains', 'CH', ['Damson', 'Alder']],
      ['containss', 'ch', ['Beech']],
      ['ncontainss', 'ch', ['Damson', 'Cherry', 'Alder']],
      ['startswith', 'd', ['Damson']],
      ['nstartswith', 'd', ['Cherry', 'Beech', 'Alder']],
      ['endswith', 'ER', ['Alder']],
      ['nendswith', 'ER', ['Damson', 'Cherry', 'Beech']],
      ['null', true, []],
      ['nnull', true, ['Damson', 'Cherry', 'Beech', 'Alder']],
    ]
    for (const [operator, value, found] of filters)
      expect(await texts({ sorters, filters: [{ field: 'text', operator, value }] }), operator).toEqual(found)
    const either = [
      {
        operator: 'or',
        value: [
          { field: 'text', operator: 'eq', value: 'Alder' },
          { field: 'text', operator: 'startswith', value: 'c' },
        ],
      },
    ]
    expect(await texts({ sorters, filters: either })).toEqual(['Cherry', 'Alder'])

    expect(await call('getOne', { id: beech })).toEqual({ data: { id: beech, text: 'Beech' } })
    expect(await call('getMany', { ids: [beech, damson] })).toMatchObject({
      data: [{ id: beech }, { id: damson }],
    })
    expect(await call('update', { id: beech, variables: { text: 'Birch' } })).toEqual({
      data: { id: beech, text: 'Birch' },
    })
    expect(await call('updateMany', { ids: [cherry, damson], variables: { text: 'Tree' } })).toEqual({
      data: [
        { id: cherry, text: 'Tree' },
        { id: damson, text: 'Tree' },
      ],
    })
    expect(await call('deleteOne', { id: one.id })).toEqual({ data: { id: one.id, text: 'Alder' } })
    expect(await call('deleteMany', { ids: [cherry, damson] })).toMatchObject({
      data: [{ id: cherry }, { id: damson }],
    })
    expect(await texts({ sorters })).toEqual(['Birch'])
    await expect(call('getOne', { id: 'x' })).rejects.toThrow('expected a uuid')

    const sent = marked(open().exchanges, [open().client_id])
    if (isRecording) keepRecording('refine-hasura', sent)
    expect(sent).toEqual(readRecording('refine-hasura'))
  })

  it('is told of changes by its live provider', async () => {
    const call = await provider()
    const refine = await load()
    const socket = socketOf(refine, open())
    sockets.push(socket)
    const live = refine.liveProvider(socket)
    const told: Row[][] = []
    const waiting: (() => void)[] = []
    const stop = live.subscribe({
      channel: resource,
      types: ['*'],
      params: { resource, meta, subscriptionType: 'useList', sorters: [{ field: 'text', order: 'asc' }] },
      callback: (rows: Row[]) => {
        told.push(rows)
        for (const wake of waiting.splice(0)) wake()
      },
    })
    const until = async (count: number) => {
      while (told.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
      return told[count - 1]?.map((row) => row.text)
    }
    expect(await until(1)).toEqual(['Birch'])
    const parent = { parent_entity: 'business.business', parent_id: open().client_id }
    const { data } = await call('create', { variables: { text: 'Aspen', ...parent } })
    expect(await until(2)).toEqual(['Aspen', 'Birch'])
    await call('deleteOne', { id: (data as Row).id })
    expect(await until(3)).toEqual(['Birch'])
    stop()
  })
})
