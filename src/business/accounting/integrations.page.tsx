/** Integrations (spec §2, menu; §3 accounting integration): mappings, queue and mismatches. */
import { useQuery } from '@tanstack/react-query'
import { rootName } from '#entity/entity.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { numberText } from '#web/kinds/number.tsx'
import type { List } from '#web/list/model/list.ts'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import {
  accounting_exception_list,
  bank_detail_list,
  contact_detail_list,
  data_queue_list,
  vat_detail_list,
} from './accounting.list.tsx'

const areas: readonly { readonly path: string; readonly list: List }[] = [
  { path: 'integrations/vat_detail', list: vat_detail_list },
  { path: 'integrations/contact_detail', list: contact_detail_list },
  { path: 'integrations/bank_detail', list: bank_detail_list },
  { path: 'integrations/exception', list: accounting_exception_list },
  { path: 'integrations/data_queue', list: data_queue_list },
]

export function IntegrationsPage() {
  const { category } = useSession()
  const counts = useCounts()
  return (
    <div className="flex flex-1 flex-col">
      <PageHeader title="Integrations" />
      <div className="grid gap-4 px-4 pb-6 tablet:grid-cols-2 wide:grid-cols-3">
        {areas.map(({ path, list }, at) => (
          <Card key={path} title={list.title}>
            <p className="text-n11">{list.first_run}</p>
            <p className="mt-2">
              <Link to={pathOf({ category, path })}>
                {list.title}
                {counts?.[at] === undefined ? '' : ` (${numberText(counts[at])})`}
              </Link>
            </p>
          </Card>
        ))}
      </div>
      <p className="px-4 pb-6 text-n11">
        This version cannot connect an accounting package yet, so these lists are empty.
      </p>
    </div>
  )
}

function useCounts(): readonly number[] | undefined {
  const query = useQuery({
    queryKey: ['integration_counts'],
    queryFn: async ({ signal }) => {
      const fields = areas.map(
        ({ list }, at) =>
          `c${at}: ${rootName(list.entity)}_aggregate(where: $w${at}) { aggregate { count } }`,
      )
      const head = areas.map(({ list }, at) => `$w${at}: ${rootName(list.entity)}_bool_exp!`).join(', ')
      const answer = await builtQuery(
        `query integration_counts(${head}) { ${fields.join(' ')} }`,
        Object.fromEntries(areas.map(({ list }, at) => [`w${at}`, list.where ?? {}])),
        signal,
      )
      return areas.map((_, at) => answer.count(`c${at}`))
    },
  })
  return query.data
}
