import { expect, test } from 'vitest'
import { listsDetail, listsDoc } from './lists-doc.ts'
import { everyList } from './registry.ts'

test('docs/lists.md: names every list of the definitions', async () => {
  await expect(listsDoc(await everyList())).toMatchFileSnapshot('../../docs/lists.md')
})

test('test/lists/lists.txt: holds every column and filter of the definitions', async () => {
  await expect(listsDetail(await everyList())).toMatchFileSnapshot('./lists.txt')
})
