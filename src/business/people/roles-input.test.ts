import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { verbs } from '../verbs.ts'

test.each([
  'business.business_contact.create',
  'business.business_contact.update',
  'platform.api_token.create',
])('%s: a role named twice is refused under its field', (action_id) => {
  const { input } = present(verbs.get(action_id), 'the verb')
  const faults = (roles: readonly string[]) => {
    const issues = input.safeParse({ roles }).error?.issues ?? []
    return issues.filter(({ path }) => path[0] === 'roles').map(({ message }) => message)
  }
  expect(faults(['agency_user', 'agency_user'])).toEqual(['Duplicate Value'])
  expect(faults(['agency_user', 'agency_consultant'])).toEqual([])
})
