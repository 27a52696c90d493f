/** The typed blocks as the PDF that a record would get, with examples for its values. */
import { PdfViewer } from '#web/blocks/PdfViewer.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type Typed, usePreview } from './document-template.hook.ts'

export function TemplatePreview({ typed, className }: { typed: Typed; className?: string }) {
  const { file, isFailed, isEmpty } = usePreview(typed)
  return (
    <Card title="Preview" flush className={`overflow-hidden ${className ?? ''}`}>
      {isEmpty && <p className="p-3 text-n11">Add a block to see the document.</p>}
      {isFailed && (
        <p role="alert" className="p-3 text-red11">
          The preview could not be made. It is tried again with your next change.
        </p>
      )}
      {!isEmpty && !isFailed && file === undefined && (
        <p className="p-3 text-n11">The preview is being made.</p>
      )}
      {!isEmpty && file !== undefined && (
        <PdfViewer
          title={`Preview of ${typed.name}`}
          src={file}
          file_name={`${typed.name.trim() || 'Untitled'}.pdf`}
          className="h-[calc(100dvh-172px)] min-h-110"
        />
      )}
    </Card>
  )
}
