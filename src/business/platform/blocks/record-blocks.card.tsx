/** What every record page ends with: what happened, the notes of the viewer's business, files. */
import { attachables, type FilesFacts } from '../attachable.rules.ts'
import { RecordFiles } from '../files/record-files.card.tsx'
import { Notes } from '../notes/notes.card.tsx'
import { RecordTimeline } from '../timeline/record-timeline.card.tsx'

export function RecordBlocks({
  entity,
  id,
  facts = {},
  has_files = true,
}: {
  entity: string
  id: string
  /** Status and type of the record, where they decide about its files. */
  facts?: FilesFacts
  /** False: the page has its files elsewhere. */
  has_files?: boolean
}) {
  const key = `${entity} ${id}`
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      <RecordTimeline key={`timeline of ${key}`} entity={entity} id={id} />
      <div className="flex min-w-0 flex-col gap-4">
        <Notes key={key} entity={entity} id={id} />
        {has_files && attachables[entity] && <RecordFiles key={key} entity={entity} id={id} facts={facts} />}
      </div>
    </div>
  )
}
