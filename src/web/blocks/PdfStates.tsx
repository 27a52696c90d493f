/** What stands in for a PDF file that is not there yet, or cannot be shown. */
import { buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

export type PdfProps = {
  /** Names the file: the label of the viewer. */
  readonly title: string
  /** Its path on this server, or its bytes. */
  readonly src: string | Blob
  readonly file_name: string
  readonly className: string
}

export function PdfWaits({ title, className }: PdfProps) {
  return (
    <div role="status" aria-label={`Loading ${title}`} className={cx('w-full p-3', className)}>
      <Skeleton className="h-full" />
    </div>
  )
}

/** The way to the file where it cannot be shown. */
export function PdfFailed({ title, src, file_name, onRetry }: PdfProps & { onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 p-3">
      <p className="text-n11">This PDF could not be shown here.</p>
      <div className="flex flex-wrap gap-2">
        {onRetry && (
          <button type="button" onClick={onRetry} className={buttonClass()}>
            Try again
          </button>
        )}
        {typeof src === 'string' && (
          <a href={src} download={file_name} className={buttonClass()}>
            Download {title}
          </a>
        )}
      </div>
    </div>
  )
}
