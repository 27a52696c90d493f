import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { isOfferedTo } from '#entity/template.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { ExportAs, ExportChoice } from '../model/export-request.ts'
import type { Asked } from '../model/list.ts'
import { ExportDialog } from '../panels/lazy-parts.ts'

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'Excel' },
  { format: 'pdf', label: 'PDF' },
] as const satisfies readonly { format: ExportAs; label: string }[]
/** Of lists that a program collects. */
const json_lines = { format: 'json_lines', label: 'JSON lines' } as const

/** Spec §2: every matched row as a file, in the list's columns or in those of a CSV template. */
export function ExportMenu({ asked, chosen }: { asked: Asked; chosen: ReadonlySet<string> }) {
  const session = useSession()
  const [choice, setChoice] = useState<ExportChoice | null>(null)
  const { has_json_lines } = asked.shaped.list
  const templates = (asked.shaped.list.templates ?? []).filter((one) => isOfferedTo(one, session))
  return (
    <>
      <Menu
        align="start"
        trigger={<Button icon={Download}>Export</Button>}
        entries={[...formats, ...(has_json_lines ? [json_lines] : [])].map(({ format, label }) => ({
          label,
          run: () => setChoice({ format }),
        }))}
      />
      {templates.length > 0 && (
        <Menu
          align="start"
          trigger={<Button icon={FileSpreadsheet}>Templates</Button>}
          entries={[
            { heading: 'CSV templates' },
            ...templates.map((template) => ({
              label: template.title,
              run: () => setChoice({ template }),
            })),
          ]}
        />
      )}
      {choice && (
        <ExportDialog asked={asked} chosen={chosen} choice={choice} onClose={() => setChoice(null)} />
      )}
    </>
  )
}
