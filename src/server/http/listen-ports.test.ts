import { createServer, type Server } from 'node:http'
import { expect, test } from 'vitest'
import { serveStarting } from './http-starting.ts'
import { listenAtFirst, portsOf } from './listen-ports.ts'

const HOST = '127.0.0.1'
const starting = (port: number) => serveStarting(HOST, port)

/** A port that another program has. */
async function withTaken(run: (taken: number) => Promise<void>): Promise<void> {
  const other: Server = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, HOST, resolve)
  })
  const address = other.address()
  try {
    await run(typeof address === 'object' && address ? address.port : 0)
  } finally {
    other.close()
  }
}

test('a port that another program took meanwhile is passed over', () =>
  withTaken(async (taken) => {
    const served = await listenAtFirst([taken, 0], starting)
    expect(served.port).not.toBe(taken)
    await served.close()
  }))

test('a port that was asked for is taken: says what to set', () =>
  withTaken(async (taken) => {
    await expect(listenAtFirst(portsOf(taken), starting)).rejects.toThrow(
      `Port ${taken} is taken by another program: set PORT to another one, or to 0 to have one chosen.`,
    )
  }))

test('another failure is told as it is', async () => {
  await expect(listenAtFirst([1, 2], () => Promise.reject(new Error('No such address')))).rejects.toThrow(
    'No such address',
  )
})

test('without a port asked for, the usual ones come first and the last choice is the system’s', () => {
  const ports = portsOf(0)
  expect([ports[0], ports[19], ports[20], ports.length]).toEqual([8080, 8099, 0, 21])
})
