import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { usePlace } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { columnsOf } from '../model/dropped.ts'
import type { Asked } from '../model/list.ts'
import { useAddressPart } from '../model/use-list.ts'
import { searchOf, viewOf } from '../model/views.ts'
import { ViewsPanel } from '../panels/lazy-parts.ts'

const query = gql(`query saved_views($list: String!) {
  views: platform_saved_view(where: { list: { _eq: $list } }, order_by: [{ name: asc }]) { id name search }
}`)

/** Line 1: the saved views of a list. A view is an address to send, bookmark and return to. */
export function ViewMenu({ asked, own_columns }: { asked: Asked; own_columns: readonly string[] | null }) {
  const { path, tab } = usePlace()
  const list = tab ? `${path}/${tab}` : path
  const [isOpen, setOpen] = useState(false)
  // Kept while the panel is closed, so that a click outside loses nothing.
  const [name, setName] = useState('')
  const [columns] = useAddressPart('columns')
  const read = useQuery({
    queryKey: ['saved_views', list],
    queryFn: ({ signal }) => graphql(query, { list }, signal),
  })
  const views = read.data?.views ?? []
  const in_address = columnsOf(columns)
  const search = searchOf(asked.state, in_address.length > 0 ? in_address : null)
  const current = viewOf(views, search)
  // An opened view with unsaved changes.
  const opened = useRef<string | null>(null)
  if (current) opened.current = current.id
  const changed = current ? null : (views.find((view) => view.id === opened.current) ?? null)
  return (
    <Popover
      label="Saved views"
      className="w-80 p-2"
      open={isOpen}
      onOpenChange={setOpen}
      prepare={ViewsPanel.fetch}
      trigger={
        <Button icon={Bookmark} className="max-w-56">
          {current?.name ?? (changed ? `${changed.name} (changed)` : 'Views')}
        </Button>
      }
    >
      <ViewsPanel
        list={list}
        title={asked.shaped.list.title}
        views={views}
        current={current}
        changed={changed}
        search={searchOf(asked.state, in_address.length > 0 ? in_address : own_columns)}
        name={name}
        onName={setName}
        onOpened={() => setOpen(false)}
      />
    </Popover>
  )
}
