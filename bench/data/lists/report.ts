/** What was measured of the lists, as Markdown: each category's times, and every request that is beyond its goal. */
import { busyness, machine } from '../../results.ts'
import { percentile } from '../load.ts'
import { goalOf, type Measured, type MeasuredLists } from './measure.ts'

const WORST = 60
const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : 'refused')

function row(name: string, measured: readonly Measured[]): string {
  const times = measured.map((one) => one.ms).sort((a, b) => a - b)
  const beyond = measured.filter((one) => one.ms > goalOf(one.probe)).length
  const numbers = [percentile(times, 0.5), percentile(times, 0.95), times.at(-1) ?? Number.NaN].map(ms)
  return `| ${name} | ${measured.length} | ${numbers.join(' | ')} | ${beyond} |`
}

const isBeyond = (one: Measured) => one.ms > goalOf(one.probe) || one.whole.length > 0

function line({ list, probe, has, ms: took, pages, whole }: Measured): string {
  const of = probe.of.replaceAll('|', '\\|')
  const touched = pages === null ? '' : pages.toLocaleString('en-GB')
  return `| ${list.category} | ${list.title} (${list.at}) | ${has} | ${probe.kind} ${of} | ${ms(took)} | ${touched} | ${whole.join(', ')} |`
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

export function listsText({ measured, empty }: MeasuredLists): string {
  const byKind = Map.groupBy(
    measured,
    ({ list, has, probe }) => `${list.category}, ${has === 'most' ? 'most rows' : 'no rows'} | ${probe.kind}`,
  )
  const beyond = measured.filter(isBeyond).sort((a, b) => b.ms - a.ms)
  const took = measured.filter((one) => Number.isFinite(one.ms))
  const waited = sum(took.map((one) => one.waited)) / sum(took.map((one) => one.ms + one.waited))
  return [
    `Every list of every category as the browser asks it (\`bench/web/lists-asked.ts\`), one request at a time, for who has most rows`,
    `and for who has none; goal 300 ms, 800 ms for a search (R8). What took long was asked again, and the quicker time counts;`,
    `what it waited for a processor is taken off (${(100 * waited).toFixed(0)} % of all), and the pages of 8 kB that it touched are counted. ${machine()}. ${busyness()}`,
    '',
    '| who | request | requests | p50 ms | p95 ms | slowest ms | beyond its goal |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...[...byKind].map(([name, some]) => row(name, some)),
    '',
    `${beyond.length} of ${measured.length} are beyond their goal or plan to read a large table whole${beyond.length > WORST ? `; the ${WORST} slowest` : ''}:`,
    '',
    '| category | list | rows | request | ms | pages | read whole by its plan |',
    '| --- | --- | --- | --- | ---: | ---: | --- |',
    ...beyond.slice(0, WORST).map(line),
    '',
    ...(empty.length === 0
      ? ['No list was without rows for who has most.']
      : [
          `Without rows for who has most: ${empty.map(({ category, title, at }) => `${category} ${title} (${at})`).join('; ')}.`,
        ]),
  ].join('\n')
}
