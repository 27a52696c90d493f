import { Download } from 'lucide-react'
import { useJobs } from '#web/core/jobs.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Asked, ExportAs } from './request.ts'
import { exportInput } from './request.ts'

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'Excel' },
] as const satisfies readonly { format: ExportAs; label: string }[]

/** Spec §2: every matched row as a file, made by a job that goes on wherever the user goes. */
export function ExportMenu({ asked }: { asked: Asked }) {
  const { follow } = useJobs()
  const start = useAction<{ job_id: string }>('platform.export.start', { success: false })
  const run = async (format: ExportAs, label: string) => {
    const started = await start.run(exportInput(asked, format))
    if (started) follow(started.job_id, `${asked.shaped.list.title} as ${label}`)
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={Download} busy={start.busy}>
          Export
        </Button>
      }
      entries={formats.map(({ format, label }) => ({ label, run: () => void run(format, label) }))}
    />
  )
}
