import { expect, test } from 'vitest'
import { instantText, roleUrl } from './database.ts'
import { databaseFaults, shownAddress } from './database-check.ts'
import { rolePassword, withRolePrefix } from './database-roles.ts'

const fit = { version: 150004, shown: '15.4', create_role: true, create_schema: true, utf8: true }

test('unfit server: every fault with its fix at once', () => {
  expect(databaseFaults(fit)).toEqual([])
  expect(databaseFaults({ ...fit, version: 140010, shown: '14.10' })).toEqual([
    'It is PostgreSQL 14.10; Stint needs 15 or later.',
  ])
  expect(databaseFaults({ ...fit, create_role: false, create_schema: false, utf8: false })).toHaveLength(3)
})

test('an address is shown without user and password', () => {
  expect(shownAddress('postgres://me:secret@db.example.org:5433/stint')).toBe('db.example.org:5433/stint')
})

test.each([
  ['2026-03-29 01:30:00+00', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29 01:30:00.1+00', '2026-03-29T01:30:00.100Z'],
  ['2026-03-29 01:30:00.123999+00', '2026-03-29T01:30:00.123Z'],
])('the moment %s is %s', (text, moment) => {
  expect(instantText(text)).toBe(moment)
})

test('a moment in another zone is refused', () => {
  expect(() => instantText('2026-03-29 01:30:00+01')).toThrow('not in UTC')
})

test('role passwords differ by role and secret and are the same on every server', () => {
  expect(rolePassword('s', 'stint_app')).toBe(rolePassword('s', 'stint_app'))
  expect(rolePassword('s', 'stint_app')).not.toBe(rolePassword('s', 'stint_client'))
  expect(rolePassword('s', 'stint_app')).not.toBe(rolePassword('t', 'stint_app'))
  const url = new URL(roleUrl('postgres://me:pw@host:5433/db?sslmode=require', 'stint_app', 's'))
  expect(url.username).toBe('stint_app')
  expect(url.password).toBe(rolePassword('s', 'stint_app'))
  expect(`${url.host}${url.pathname}${url.search}`).toBe('host:5433/db?sslmode=require')
})

test('another prefix replaces whole role names only', () => {
  const sql = 'grant select on a to stint_app, stint_agency; -- stint_application stays'
  expect(withRolePrefix(sql, 'acme')).toBe(
    'grant select on a to acme_app, acme_agency; -- stint_application stays',
  )
  expect(withRolePrefix(sql, 'stint')).toBe(sql)
})
