/**
 * The schema of the data endpoint is kept in the repository (architecture.md): whoever changes a declaration sees in the
 * difference what whom is shown.
 */
import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { makeSchema } from '#data/schema/schema.server.ts'
import { readConstraints } from '#data/write/mutate.server.ts'
import { CATEGORIES } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { freshDatabase } from '#test/database.ts'
import { printShown } from './printed-schema.ts'

const database = await freshDatabase()

it('schema.graphql is what viewers of each category with every role are shown', async () => {
  const profileOf = profiles(catalog())
  const constraints = await readConstraints(database)
  const shown = CATEGORIES.map((category) => {
    const profile = profileOf({ category, roles: category_roles[category] })
    return { category, profile, schema: makeSchema(profile, constraints).whole() }
  })
  const printed = printShown(shown)
  // A document that GraphQL's own tools read.
  buildSchema(printed)
  await expect(printed).toMatchFileSnapshot('../../schema.graphql')
})
