import { FileUp, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useRegisterQuickActions } from '#web/core/quick-actions.ts'
import { useSession } from '#web/core/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabLinks } from '#web/ui/Tabs.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { ListView } from './ListView.tsx'
import type { List } from './model/list.ts'
import { isFor } from './model/list.ts'

/** A list as a page of its own: title, tabs, list. */
export function ListPage({ list }: { list: List }) {
  const session = useSession()
  const place = usePlace()
  const go = useGo()
  const tabs = (list.tabs ?? []).filter((tab) => isFor(tab, session))
  const named = tabs.find((tab) => tab.id === place.tab)
  const create = list.create && isFor(list.create, session) ? list.create : null
  useRegisterQuickActions(
    create ? [{ label: create.label, icon: Plus, run: () => go.to(create.to(session.category)) }] : [],
  )
  // An address with an unknown tab must not show the list.
  if (place.tab !== null && !named) return <NotFound />
  const current = named ?? tabs[0]
  const imports = list.imports && isFor(list.imports, session) ? list.imports : null
  const head = (tools: ReactNode) => (
    <>
      <PageHeader
        title={list.title}
        actions={
          <>
            {tools}
            {imports && (
              <Link plain to={imports.to(session.category)} className={buttonClass()}>
                <FileUp size={15} aria-hidden />
                Import
              </Link>
            )}
            {create && (
              <Link plain to={create.to(session.category)} className={buttonClass('primary')}>
                <Plus size={15} aria-hidden />
                {create.label}
              </Link>
            )}
          </>
        }
      />
      {tabs.length > 0 && (
        <div className="mb-3">
          <TabLinks
            label={list.title}
            tabs={tabs.map((tab, at) => ({
              to: pathOf({ ...place, id: null, tab: at === 0 ? null : tab.id }),
              label: tab.label,
              current: tab === current,
            }))}
          />
        </div>
      )}
    </>
  )
  return (
    <div className="flex flex-1 flex-col tablet:min-h-0">
      <ListView
        key={`${place.path}/${current?.id ?? ''}`}
        list={list}
        head={head}
        {...(current ? { tab: current } : {})}
      />
    </div>
  )
}
