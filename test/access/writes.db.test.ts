/** Mutations of plain facts (spec §7): who may write what, and that nothing else can be written or even named. */
import { describe, expect, test } from 'vitest'
import { access } from '#business/access.ts'
import { type EntityAddress, entities, entityAddresses } from '#business/entities.ts'
import { ownRowsSql, sourceAt } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { catalog } from '#data/registry.ts'
import { rootName } from '#entity/entity.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { isUuid } from '#kernel/uuid.ts'
import { freshDatabase } from '#test/database.ts'
import { has } from './oracle-businesses.ts'
import { expectedRows } from './oracle-rows.ts'
import { type Looking, lookers, uid, userOf, viewerOf } from './world.ts'
import { makeWorld } from './world-platform.ts'

const database = await freshDatabase()
const world = makeWorld()
await world.write(database.owner)
const clock = fixedClock(instant('2026-04-01T12:00:00.000Z'))
const troubles: unknown[] = []
const endpoint = new DataEndpoint({ database, clock, onError: (error) => troubles.push(error) })

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>
  readonly errors?: readonly {
    readonly message: string
    readonly extensions: { readonly code: string; readonly path: string }
  }[]
}
const ask = async (
  looking: Looking,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Answer> => JSON.parse(await endpoint.execute(viewerOf(looking), { query, variables })) as Answer // The endpoint's own shape.

const isSomebody = (looking: Looking): boolean => expectedRows('platform.note', looking) !== null
const somebodies = lookers.filter(isSomebody)
const nobodies = lookers.filter((looking) => !isSomebody(looking))

const affected = ({ data }: Answer): number | undefined =>
  (data?.done as { affected_rows: number } | undefined)?.affected_rows

/** Notes and views of every business, by the names of the world. */
const others = ['A1', 'A2', 'A3', 'L1', 'L4', 'C1', 'F1', 'P1', 'P2']

/** Ids of an entity's rows by the oracle: those of the viewer, and the others, deleted ones among them. */
async function idsOf(
  address: EntityAddress,
  looking: Looking,
): Promise<{ seen: string[]; unseen: string[] }> {
  const source = sourceAt(catalog(), address)
  const expected = expectedRows(address, looking)
  const isSeen =
    expected === null || expected.isReached
      ? 'false'
      : ['true', ...ownRowsSql(source, 't'), expected.sql].join(' and ')
  const { rows } = await database.owner.query<{ id: string; seen: boolean }>(
    `select t."${source.key}"::text as id, coalesce(${isSeen}, false) as seen from ${source.table} t order by 1`,
  )
  const ids = rows.filter(({ id }) => isUuid(id))
  return {
    seen: ids.filter(({ seen }) => seen).map(({ id }) => id),
    unseen: ids.filter(({ seen }) => !seen).map(({ id }) => id),
  }
}

const noteOf = (entity: string, id: string) =>
  `{parent_entity: "${entity}", parent_id: "${id}", text: "of it"}`
const addNotes = (looking: Looking, notes: readonly string[]) =>
  ask(looking, `mutation { done: insert_platform_note(objects: [${notes.join()}]) { affected_rows } }`)

describe.each(somebodies)('$label', (looking) => {
  test('adds notes to each record that it reads, and to no other in the same words', async () => {
    const read: string[] = []
    const refused: string[] = [noteOf('x', uid('x')), noteOf('transaction.invoice', uid('x'))]
    for (const address of entityAddresses) {
      const { seen, unseen } = await idsOf(address, looking)
      read.push(...seen.slice(0, 2).map((id) => noteOf(address, id)))
      refused.push(...unseen.slice(0, 1).map((id) => noteOf(address, id)))
    }
    expect(affected(await addNotes(looking, read))).toBe(read.length)
    expect(refused.length).toBeGreaterThan(10)
    for (const note of refused) {
      const { errors } = await addNotes(looking, [...read.slice(0, 1), note])
      expect(errors, note).toEqual([
        {
          message: 'the record that this one belongs to was not found',
          extensions: { code: 'permission-error', path: '$.selectionSet.done' },
        },
      ])
    }
  })

  test('adds a note that is its business’s and its user’s, whatever it says', async () => {
    const { data } = await ask(
      looking,
      `mutation { done: insert_platform_note_one(object: {parent_entity: "business.business",
        parent_id: "${uid(`business.business ${looking.business}`)}", text: "mine"}) { id business_id user_id user_name } }`,
    )
    expect(data?.done).toMatchObject({
      business_id: uid(`business.business ${looking.business}`),
      user_id: userOf(looking.business),
      user_name: `User of ${looking.business}`,
    })
    for (const field of ['business_id', 'user_id', 'user_name', 'id', 'created_at', 'deleted_at']) {
      const { errors } = await ask(
        looking,
        `mutation { insert_platform_note_one(object: {parent_entity: "x", parent_id: "${uid('x')}", text: "x",
          ${field}: "${uid('x')}"}) { id } }`,
      )
      expect(errors?.[0]?.message, field).toMatch(/not found in type/)
    }
  })

  test('changes and removes only what it wrote itself', async () => {
    for (const entity of ['note', 'saved_view'] as const) {
      for (const business of others) {
        const field = entity === 'note' ? 'text' : 'name'
        for (const state of ['', ' of a colleague', ' gone']) {
          const id = uid(`platform.${entity} ${business}${state}`)
          // A1 and A2 are each other's colleague in the world's notes; what counts is business and user together.
          const isOwn = business === looking.business && state === ''
          const change = await ask(
            looking,
            `mutation { done: update_platform_${entity}(where: {id: {_eq: "${id}"}}, _set: {${field}: "${id.slice(0, 8)} ${looking.business}"}) { affected_rows } }`,
          )
          expect(affected(change), `${entity} of ${business}${state}`).toBe(isOwn ? 1 : 0)
          const byKey = await ask(
            looking,
            `mutation { done: update_platform_${entity}_by_pk(pk_columns: {id: "${id}"}, _set: {${field}: "${id.slice(0, 8)} b"}) { id } }`,
          )
          expect(byKey.data?.done !== null, `${entity} of ${business}${state}`).toBe(isOwn)
          if (isOwn) continue
          const removal = await ask(
            looking,
            `mutation { done: delete_platform_${entity}(where: {id: {_eq: "${id}"}}) { affected_rows } }`,
          )
          expect(affected(removal), `${entity} of ${business}${state}`).toBe(0)
        }
      }
    }
  })

  test('changes the names of its own contacts if it administers them, and nothing else of anyone', async () => {
    const isAdmin = has(looking, 'agency_admin', 'funder_admin', 'provider_admin')
    for (const business of others) {
      const id = uid(`business.business_contact ${business} other`)
      const answer = await ask(
        looking,
        `mutation { done: update_business_business_contact(where: {id: {_eq: "${id}"}}, _set: {contact_phone: "+441134960000"}) { affected_rows } }`,
      )
      if (isAdmin) expect(affected(answer), business).toBe(business === looking.business ? 1 : 0)
      else expect(answer.errors?.[0]?.message, business).toMatch(/not found in type|no mutations/)
    }
    for (const field of ['email', 'roles', 'is_active', 'business_id', 'user_id', 'preferences', 'id']) {
      const { errors } = await ask(
        looking,
        `mutation { update_business_business_contact(where: {}, _set: {${field}: null}) { affected_rows } }`,
      )
      expect(errors?.[0]?.message, field).toMatch(/not found in type/)
    }
  })

  test('writes no other entity in any way', async () => {
    for (const address of entityAddresses) {
      const root = rootName(entities[address])
      const isAdmin = has(looking, 'agency_admin', 'funder_admin', 'provider_admin')
      const may =
        {
          'platform.note': ['insert', 'update', 'delete'],
          'platform.saved_view': ['insert', 'update', 'delete'],
          'business.business_contact': isAdmin ? ['update'] : [],
        }[address as string] ?? []
      const tries = {
        insert: `mutation { insert_${root}(objects: []) { affected_rows } }`,
        update: `mutation { update_${root}(where: {}, _set: {}) { affected_rows } }`,
        delete: `mutation { delete_${root}(where: {}) { affected_rows } }`,
      }
      for (const [operation, query] of Object.entries(tries)) {
        if (may.includes(operation)) continue
        const { errors } = await ask(looking, query)
        expect(errors?.[0]?.message, `${operation} ${address}`).toMatch(/not found in type: 'mutation_root'/)
      }
    }
  })
})

describe.each(nobodies)('$label', (looking) => {
  test('writes nothing at all', async () => {
    const { errors } = await ask(looking, `mutation { delete_platform_note(where: {}) { affected_rows } }`)
    expect(errors?.[0]?.message).toMatch(/not found in type|no mutations/)
  })
})

/** Texts that each category may write by an access declaration. */
const written_texts = Object.values(access).flatMap((declared) =>
  somebodies
    .filter(({ roles }) => roles.some((role) => /admin$|contractor|invoice_contact/.test(role)))
    .flatMap((looking) => {
      const rules = declared.access[looking.category]
      return (['insert', 'update'] as const).flatMap((operation) => {
        const rule = rules?.[operation]
        if (!rule || (rule.roles && !has(looking, ...rule.roles))) return []
        return rule.fields
          .filter((name) => ['text', 'phone', 'code'].includes(declared.entity.fields[name]?.kind ?? ''))
          .map((field) => ({
            looking,
            operation,
            field,
            root: rootName(declared.entity),
            is_long: rule.long_texts?.includes(field) === true,
            is_printed: rule.printed_texts?.includes(field) === true,
            is_required: declared.entity.fields[field]?.nullable !== true,
          }))
      })
    }),
)

test('every text that can be written: unreadable text is refused at its field, as typed or as a variable', async () => {
  expect(new Set(written_texts.map(({ root, field }) => `${root}.${field}`)).size).toBe(8)
  const wrong = 'Please enter a valid Input'
  for (const { looking, operation, root, field, is_long, is_printed, is_required } of written_texts) {
    const refused: [string, string][] = [
      ...['a\u0007b', 'a\u001bb', '\u200b\u2060', '\u202e', '\u3164'].map((text): [string, string] => [
        text,
        wrong,
      ]),
      ['x'.repeat(4001), 'Max character length is 4000'],
      ...(field === 'contact_phone'
        ? ([
            ['abc', 'Please enter a valid number'],
            ['0113 496 0000', 'Please enter a valid number'],
          ] as [string, string][])
        : []),
      ...(is_printed ? ([['Li 李', 'Documents cannot print 李']] as [string, string][]) : []),
      ...(is_long ? [] : ([['x'.repeat(201), 'Max character length is 200']] as [string, string][])),
      ...(is_long || !is_required
        ? []
        : ([
            ['', 'Mandatory'],
            [' \u00a0', 'Mandatory'],
          ] as [string, string][])),
    ]
    for (const [text, message] of refused) {
      const place = operation === 'insert' ? 'objects: [{' : 'where: {}, _set: {'
      const end = operation === 'insert' ? '}]' : '}'
      const call = (value: string) =>
        `{ done: ${operation}_${root}(${place}${field}: ${value}${end}) { affected_rows } }`
      const literal = JSON.stringify(text).replace(
        /[^ -~]/gu,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      const typed = await ask(looking, `mutation ${call(literal)}`)
      const sent = await ask(looking, `mutation($text: String) ${call('$text')}`, { text })
      for (const { errors } of [typed, sent]) {
        const where = `${looking.label} ${operation} ${root}.${field} ${literal.slice(0, 20)}`
        expect(errors?.[0]?.message, where).toBe(message)
        expect(errors?.[0]?.extensions.path, where).toMatch(new RegExp(`\\.${field}$`))
      }
    }
  }
})

test('nothing went wrong in the endpoint itself', () => {
  expect(troubles.map(String)).toEqual([])
})

test('what was not theirs stands as it was written', async () => {
  const { rows } = await database.owner.query<{ text: string }>(
    `select text from platform.note where text like 'Note of %' and (id = any($1) or deleted_at is not null) order by 1`,
    [others.map((business) => uid(`platform.note ${business} of a colleague`))],
  )
  expect(rows.filter(({ text }) => text.endsWith('of a colleague'))).toHaveLength(others.length)
  expect(rows.filter(({ text }) => text.endsWith('gone')).length).toBeGreaterThan(others.length)
})
