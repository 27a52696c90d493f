import { Columns3, PanelRight, RotateCw } from 'lucide-react'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useIsPhone } from '#web/ui/media.ts'
import { Popover } from '#web/ui/Popover.tsx'
import type { ListModel } from '../model/use-list-model.ts'
import { useRefreshPage } from '../model/use-refresh.ts'
import { ColumnsPanel } from '../panels/lazy-parts.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { ViewMenu } from './ViewMenu.tsx'

/** Line 1 of a list: saved views, export, columns (experience.md, page 2). */
export function ListTools({
  model: { asked, layout, data, preview, selection },
  isPage,
}: {
  model: ListModel
  /** A list with an address of its own has saved views. */
  isPage: boolean
}) {
  const isPhone = useIsPhone()
  const refresh = useRefreshPage()
  return (
    <>
      {isPage && <ViewMenu asked={asked} own_columns={layout.columns} />}
      <span data-list-export="" className="contents">
        <ExportMenu asked={asked} chosen={selection.ids} />
      </span>
      {!isPhone && (
        <Popover
          label="Columns"
          align="end"
          className="w-88 max-w-[calc(100vw-16px)] p-2"
          prepare={ColumnsPanel.fetch}
          trigger={<Button icon={Columns3}>Columns</Button>}
        >
          <ColumnsPanel shaped={asked.shaped} layout={layout} />
        </Popover>
      )}
      {isPage && (
        <IconButton
          icon={RotateCw}
          label="Refresh"
          busy={data.isRefreshing && !data.isOld}
          onClick={refresh}
        />
      )}
      {preview.hasPreview && (
        <IconButton
          icon={PanelRight}
          label="Preview"
          shortcut="p"
          aria-pressed={preview.isPreviewed}
          onClick={() => preview.setPreviewed(!preview.isPreviewed)}
        />
      )}
    </>
  )
}
