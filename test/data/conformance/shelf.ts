/**
 * The world of the conformance cases: a publisher's shelf. Every kind of column, two relations to one table, a table of
 * fixed kind, a table keyed by text, a computed field, functions with and without arguments, and writes of each sort.
 */
import type { FunctionRoot } from '#data/schema/function-root.ts'
import { type Access, type EntityWithAccess, viewer } from '#entity/access.ts'
import { type Entity, entity } from '#entity/entity.ts'
import { listed } from '../world.ts'

const id = { kind: 'uuid', label: 'Id' } as const
const created_at = { kind: 'instant', label: 'Created' } as const
const updated_at = { kind: 'instant', label: 'Updated' } as const

const author = entity({
  module: 'shelf',
  name: 'author',
  label: 'Author',
  plural: 'Authors',
  fields: {
    id,
    name: { kind: 'text', label: 'Name' },
    born_on: { kind: 'day', label: 'Born', nullable: true },
    rating: { kind: 'percent', label: 'Rating', nullable: true },
    is_retired: { kind: 'boolean', label: 'Retired' },
    interests: { kind: 'tags', label: 'Interests' },
    profile: { kind: 'json', label: 'Profile' },
    joined_at: { kind: 'instant', label: 'Joined' },
    created_at,
    updated_at,
  },
  relations: {
    books: { kind: 'array', to: 'shelf.book', from: 'id', key: 'author_id' },
    edited: { kind: 'array', to: 'shelf.book', from: 'id', key: 'editor_id' },
  },
})

const book_fields = {
  id,
  code: { kind: 'human_id', label: 'Code' },
  author_id: { kind: 'uuid', label: 'Author' },
  editor_id: { kind: 'uuid', label: 'Editor', nullable: true },
  currency_code: { kind: 'code', label: 'Currency' },
  title: { kind: 'text', label: 'Title' },
  status: { kind: 'choice', label: 'Status', choices: [{ value: 'draft', label: 'Draft' }] },
  pages: { kind: 'integer', label: 'Pages', nullable: true },
  price: { kind: 'money', label: 'Price' },
  cost: { kind: 'money', label: 'Cost' },
  printed_on: { kind: 'day', label: 'Printed', nullable: true },
  data: { kind: 'json', label: 'Data' },
  updated_at,
  age_days: {
    kind: 'integer',
    label: 'Age',
    computed: { fn: 'shelf.age_days', args: ['printed_on', '$today'] },
  },
} as const

const book = entity({
  module: 'shelf',
  name: 'book',
  label: 'Book',
  plural: 'Books',
  fields: book_fields,
  relations: {
    author: { kind: 'object', to: 'shelf.author', from: 'author_id', key: 'id' },
    editor: { kind: 'object', to: 'shelf.author', from: 'editor_id', key: 'id' },
    currency: { kind: 'object', to: 'shelf.currency', from: 'currency_code', key: 'code' },
    reviews: { kind: 'array', to: 'shelf.review', from: 'id', key: 'book_id' },
    praise: { kind: 'array', to: 'shelf.review', from: 'id', key: 'book_id', where: { is_public: true } },
  },
})

/** Books of the series: rows of the same table with their kind fixed. */
const classic = entity({
  module: 'shelf',
  name: 'classic',
  label: 'Classic',
  plural: 'Classics',
  table: 'shelf.book',
  fixed: { kind: 'classic' },
  fields: { id, code: book_fields.code, title: book_fields.title },
})

const review = entity({
  module: 'shelf',
  name: 'review',
  label: 'Review',
  plural: 'Reviews',
  soft_delete: false,
  fields: {
    id,
    book_id: { kind: 'uuid', label: 'Book' },
    stars: { kind: 'integer', label: 'Stars' },
    text: { kind: 'text', label: 'Text', nullable: true },
    is_public: { kind: 'boolean', label: 'Public' },
    reader_email: { kind: 'email', label: 'Reader' },
  },
  relations: { book: { kind: 'object', to: 'shelf.book', from: 'book_id', key: 'id' } },
})

const currency = entity({
  module: 'shelf',
  name: 'currency',
  label: 'Currency',
  plural: 'Currencies',
  key: 'code',
  soft_delete: false,
  fields: { code: { kind: 'code', label: 'Code' }, name: { kind: 'text', label: 'Name' } },
})

const own = { agency_id: { _eq: viewer.business_id } }
/** Which business a row belongs to is a party column, no field. */
const own_preset = { agency_id: viewer.business_id } as object
const printed = { status: { _eq: 'printed' } }
const nobody = { client: null, contractor: null, funder: null, provider: null } as const

const author_access: Access<typeof author> = {
  ...nobody,
  agency: {
    rows: own,
    fields: 'all',
    insert: {
      rows: own,
      fields: ['id', 'name', 'born_on', 'rating', 'is_retired', 'interests', 'profile', 'joined_at'],
      presets: own_preset,
    },
    update: {
      rows: own,
      fields: ['name', 'born_on', 'rating', 'is_retired', 'interests', 'profile', 'joined_at'],
    },
    delete: { roles: ['agency_admin'], rows: own },
  },
  client: { rows: 'parent', fields: listed('id', 'name') },
  provider: { rows: 'all', fields: 'all' },
}

const book_access: Access<typeof book> = {
  ...nobody,
  agency: {
    rows: own,
    fields: 'all',
    fields_by_role: { cost: ['agency_admin'] },
    insert: {
      rows: { ...own, _not: { status: { _eq: 'lost' } } },
      fields: [
        'id',
        'code',
        'author_id',
        'editor_id',
        'currency_code',
        'title',
        'status',
        'pages',
        'price',
        'data',
      ],
      presets: own_preset,
      presets_by_action: { 'shelf.book.announce': { status: 'draft', price: 0 } },
    },
    update: {
      rows: { ...own, _not: { status: { _eq: 'lost' } } },
      fields: ['title', 'editor_id', 'status', 'pages', 'price', 'data'],
    },
    delete: { roles: ['agency_admin'], rows: { ...own, status: { _eq: 'draft' } } },
  },
  client: {
    rows: printed,
    fields: listed(
      'id',
      'code',
      'author_id',
      'editor_id',
      'currency_code',
      'title',
      'status',
      'pages',
      'price',
      'printed_on',
      'updated_at',
      'age_days',
    ),
  },
  contractor: {
    rows: { reviews: { reader_email: { _eq: viewer.email } } },
    fields: listed('id', 'title'),
    aggregates: false,
  },
  provider: { rows: 'all', fields: 'all' },
}

const review_access: Access<typeof review> = {
  ...nobody,
  agency: {
    rows: own,
    fields: 'all',
    insert: {
      rows: own,
      fields: ['id', 'book_id', 'stars', 'text', 'is_public', 'reader_email'],
      presets: own_preset,
    },
    update: {
      rows: own,
      fields: ['stars', 'text', 'is_public'],
      presets_by_action: { 'shelf.review.hide': { is_public: false, text: 'hidden' } },
    },
    delete: { rows: own },
  },
  client: {
    rows: { is_public: { _eq: true } },
    fields: listed('id', 'book_id', 'stars', 'text', 'is_public'),
  },
  contractor: {
    rows: { reader_email: { _eq: viewer.email } },
    fields: 'all',
    update: { rows: { reader_email: { _eq: viewer.email } }, fields: ['stars', 'text'] },
  },
  provider: { rows: 'all', fields: 'all' },
}

const for_all = { rows: 'all', fields: 'all' } as const

export const declarations: readonly EntityWithAccess[] = [
  { entity: author, access: author_access as Access<Entity> },
  { entity: book, access: book_access as Access<Entity> },
  { entity: classic, access: { ...nobody, agency: { rows: own, fields: 'all' } } as Access<Entity> },
  { entity: review, access: review_access as Access<Entity> },
  {
    entity: currency,
    access: { agency: for_all, client: for_all, contractor: null, funder: null, provider: for_all },
  },
]

const totals = entity({
  module: 'shelf',
  name: 'page_total',
  label: 'Total',
  plural: 'Totals',
  soft_delete: false,
  fields: {
    author_id: { kind: 'uuid', label: 'Author' },
    books: { kind: 'integer', label: 'Books' },
    pages: { kind: 'integer', label: 'Pages' },
    price: { kind: 'money', label: 'Price' },
  },
  relations: { author: { kind: 'object', to: 'shelf.author', from: 'author_id', key: 'id' } },
})

export const functions: readonly FunctionRoot[] = [
  {
    name: 'get_page_totals',
    sql: 'shelf.get_page_totals',
    rows: totals,
    args: { pages_min: { kind: 'integer' }, since: { kind: 'day' }, titles: { kind: 'tags' } },
    forced: { agency_id: viewer.business_id },
    who: { agency: 'all' },
  },
  {
    name: 'get_author_totals',
    sql: 'shelf.get_author_totals',
    rows: totals,
    args: { author_id: { kind: 'uuid', required: true } },
    forced: { agency_id: viewer.business_id },
    who: { agency: ['agency_admin'] },
  },
]
