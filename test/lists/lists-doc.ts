/** The lists of the product as text, made from their definitions. */
import type { Filter, ShapedFilter } from '#web/list/model/list.ts'
import type { Listed } from './registry.ts'

const doc_head = `# Lists

Every list by its address and its categories, made from the definitions (\`*.list.tsx\`). A list shows its columns and filters
on screen, in its Columns and Filter panels; \`test/lists/lists.txt\` holds them all, so that a change shows in a diff. Both
are compared with the requirements in \`test/lists/specification.ts\`.

After a change of a definition: \`npx vitest run --project unit test/lists/lists-doc -u\`.
`

const detail_head = `Every list by its address and category: columns, filters, groups, tags, order and tabs.
*Italics*: a count of related rows that leads to their tab. (Brackets): in exported files only.
A filter shows its values after "=", "≤ today" for a day up to today, "→" for rows picked by name.
`

const filterText = ({ label, shape, pick, max }: ShapedFilter & Pick<Filter, 'max'>): string => {
  const own =
    shape.choices && shape.choices.length <= 8
      ? ` = ${shape.choices.map((one) => one.label).join(' / ')}`
      : ''
  return `${label}${own}${pick ? ` → ${pick.entity}` : ''}${max === 'today' ? ' ≤ today' : ''}`
}

function row({ category, list, shaped }: Listed): string {
  const columns = [
    ...shaped.offered.map((column) => (column.related ? `*${column.label}*` : column.label)),
    ...shaped.export_only.map((column) => `(${column.label})`),
  ]
  const preset = Object.entries(list.default_filter ?? {}).map(
    ([field, condition]) =>
      `${shaped.filters.find((one) => one.field === field)?.label ?? field} ${said(condition)}`,
  )
  const sort = shaped.offered.find((column) => column.field === shaped.sort.id)?.label ?? shaped.sort.id
  const nulls = shaped.sort.nulls ? `, empty ones ${shaped.sort.nulls}` : ''
  return cells([
    category,
    columns.join(', '),
    shaped.filters.map(filterText).join('; ') +
      (preset.length > 0 ? `. **Preset:** ${preset.join(', ')}` : ''),
    [...shaped.groups.map((one) => one.label), ...shaped.tags.map((one) => `“${one.label}”`)].join(', '),
    `${sort} ${shaped.sort.desc ? 'descending' : 'ascending'}${nulls}`,
    [
      ...shaped.tabs.map((tab) => tab.label),
      ...(list.expand ? [`rows under rows: ${list.expand.list.title}`] : []),
      ...(list.page_size ? [`page of ${list.page_size}`] : []),
    ].join(', '),
  ])
}

function said(condition: object): string {
  return Object.values(condition).flat().join(' to ')
}

const cells = (texts: readonly string[]): string => `| ${texts.map((text) => text || '–').join(' | ')} |`

type Group = { readonly at: string; readonly titles: string; readonly rows: readonly Listed[] }

function groupsOf(listed: readonly Listed[]): Group[] {
  const byList = Map.groupBy(listed, ({ at, is_in_page, list }) => (is_in_page ? `${at}: ${list.title}` : at))
  return [...byList]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, rows]) => ({ at, titles: [...new Set(rows.map(({ list }) => list.title))].join(' / '), rows }))
}

const countOf = (groups: readonly Group[], listed: readonly Listed[]) =>
  `${groups.length} lists, ${listed.length} of them by category.\n`

/** docs/lists.md: one row a list. */
export function listsDoc(listed: readonly Listed[]): string {
  const groups = groupsOf(listed)
  const lines = groups.map(({ at, titles, rows }) =>
    cells([titles, `\`${at}\``, rows.map(({ category }) => category).join(', ')]),
  )
  return [
    doc_head,
    countOf(groups, listed),
    cells(['list', 'address', 'for']),
    cells(['---', '---', '---']),
    ...lines,
    '',
  ].join('\n')
}

/** test/lists/lists.txt: one row a list and category, with everything the definition says. */
export function listsDetail(listed: readonly Listed[]): string {
  const groups = groupsOf(listed)
  const parts = groups.map(({ at, titles, rows }) =>
    [
      titles,
      at,
      cells(['for', 'columns', 'filters', 'groups, “tags”', 'order', 'tabs and more']),
      ...rows.map(row),
      '',
    ].join('\n'),
  )
  return [detail_head, countOf(groups, listed), ...parts].join('\n')
}
