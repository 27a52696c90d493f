import { expect, test } from 'vitest'
import { listsDoc } from './lists-doc.ts'
import { everyList } from './registry.ts'

test('docs/lists.md says what the definitions say', async () => {
  await expect(listsDoc(await everyList())).toMatchFileSnapshot('../../docs/lists.md')
})
