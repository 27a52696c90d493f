/** docs/lists.md, made from the definitions. */
import type { Filter } from '#web/list/model/list.ts'
import type { ShapedFilter } from '#web/list/model/shape.ts'
import type { Listed } from './registry.ts'

const head = `# Lists

Every list by its address, and for every category that has it: columns, filters, groups, tags, order and tabs. Made from
the definitions (\`*.list.tsx\`) and compared with the specification's lists, which stand in \`test/lists/specification.ts\`;
\`node node_modules/vitest/vitest.mjs run --project unit -u test/lists\` writes it anew.

A column in *italics* is a count of related rows that leads to their tab, one in (brackets) stands in exported files only.
A filter says what it takes: \`=\` the values offered, \`≤ today\` a day that cannot pass today, \`→\` rows picked by name.
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

export function listsDoc(listed: readonly Listed[]): string {
  const byList = Map.groupBy(listed, ({ at, is_in_page, list }) => (is_in_page ? `${at}: ${list.title}` : at))
  const parts = [...byList]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, rows]) => {
      const titles = [...new Set(rows.map(({ list }) => list.title))].join(' / ')
      return [
        `## ${titles}`,
        '',
        `\`${at}\``,
        '',
        cells(['for', 'columns', 'filters', 'groups, “tags”', 'order', 'tabs and more']),
        cells(['---', '---', '---', '---', '---', '---']),
        ...rows.map(row),
        '',
      ].join('\n')
    })
  const count = `${byList.size} lists, ${listed.length} of them by category.\n`
  return [head, count, ...parts].join('\n')
}
