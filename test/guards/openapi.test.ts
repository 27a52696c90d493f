/** The contract of the API is kept in the repository: a change of a verb's input or answer shows in the difference. */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import { openApi } from '#server/machine/openapi.ts'

const contract = openApi(verbs.values())

test('docs/openapi.json is what the verbs say', async () => {
  await expect(`${JSON.stringify(contract, null, 1)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
})

test('every action that is open to programs stands in it, and no other', () => {
  const open = [...verbs.values()].filter(({ machine }) => machine === 'allowed')
  const told = Object.keys(contract.paths).filter((path) => path !== '/api/v1/actions')
  expect(told.sort()).toEqual(open.map(({ action_id }) => `/api/v1/actions/${action_id}`).sort())
  expect(told.length).toBeGreaterThan(80)
})

test('every pointer leads to a part of the contract, so that clients can be made from it', () => {
  const text = JSON.stringify(contract)
  const pointers = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path))
  expect(pointers.size).toBeGreaterThan(10)
  const lost = [...pointers].filter((path) => {
    const names = path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const found = names.reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null
          ? Object.entries(part).find(([key]) => key === name)?.[1]
          : undefined,
      contract,
    )
    return found === undefined
  })
  expect(lost).toEqual([])
})

test('operations have names of their own, and answers name their fields', () => {
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const vague = [...verbs.values()].filter(
    ({ machine, output }) => machine === 'allowed' && 'def' in output && output.def.type === 'unknown',
  )
  expect(vague.map(({ action_id }) => action_id)).toEqual([])
})
