/** A PDF file in the page, by the browser's own viewer; browsers without one get the way to the file. */
import { buttonClass } from '#web/ui/Button.tsx'

export function PdfViewer({ title, src, className }: { title: string; src: string; className: string }) {
  if (!navigator.pdfViewerEnabled)
    return (
      <div className="flex flex-col items-start gap-3 p-3">
        <p className="text-n11">This browser can’t show PDFs in a page.</p>
        <a href={src} target="_blank" rel="noreferrer" className={buttonClass()}>
          Open {title}
        </a>
      </div>
    )
  return <iframe title={title} src={`${src}#navpanes=0&view=FitH`} className={`w-full ${className}`} />
}
