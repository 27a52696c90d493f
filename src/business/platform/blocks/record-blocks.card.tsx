/** What every record page ends with: the notes of the viewer's business. */
import { Notes } from '../notes/notes.card.tsx'

export function RecordBlocks({ entity, id }: { entity: string; id: string }) {
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      <Notes key={`${entity} ${id}`} entity={entity} id={id} />
    </div>
  )
}
