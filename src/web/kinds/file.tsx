import { Download } from 'lucide-react'
import { Link } from '#web/ui/Link.tsx'

/** A stored file by its name; the browser fetches it. */
export function FileLink({ name, file_url }: { name: unknown; file_url: unknown }) {
  if (typeof file_url !== 'string' || file_url === '') return null
  return (
    <Link
      to={`/api/storage/download?path=${encodeURIComponent(file_url)}`}
      className="inline-flex max-w-full items-center gap-1.5"
      download
    >
      <Download size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{typeof name === 'string' && name !== '' ? name : 'Download'}</span>
    </Link>
  )
}
