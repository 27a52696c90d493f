/** The overview: records of the reader's business by status. The dashboard shows tasks; this page shows counts. */
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { isFor } from './dashboard.rules.ts'
import { Strip } from './figure-tiles.card.tsx'
import { useFigures } from './figures.hook.ts'
import { overview } from './overview-tiles.view.ts'

export function OverviewPage() {
  const { category, roles, business } = useSession()
  const groups = overview[category].map(({ title, tiles }) => ({
    title,
    tiles: tiles.filter((tile) => isFor(tile, roles)),
  }))
  const mine = groups.flatMap(({ tiles }) => tiles)
  const figures = useFigures('overview', mine)
  if (figures.error) return <CouldNotLoad onRetry={() => void figures.refetch()} />
  return (
    <>
      <PageHeader
        title="Overview"
        meta={<span>{business.name}</span>}
        actions={
          <Link to={pathOf({ category, path: 'dashboard' })} plain className={buttonClass()}>
            Dashboard
          </Link>
        }
      />
      <div className="flex flex-col gap-6 px-4 pb-6">
        {groups.map(({ title, tiles }) => (
          <Strip
            key={title}
            title={title}
            entries={tiles.map((tile) => ({ tile, figure: figures.data?.[mine.indexOf(tile)] }))}
          />
        ))}
      </div>
    </>
  )
}
