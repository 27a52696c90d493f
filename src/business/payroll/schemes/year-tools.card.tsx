/** The tools over a record of a tax year: another year, its file, its print. */
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/inputs.tsx'
import type { useSchemeYear } from './scheme-year.hook.ts'

type Props = Pick<ReturnType<typeof useSchemeYear>, 'tax_year' | 'setYear' | 'years'> & {
  readonly onExport: () => void
}

export function YearTools({ tax_year, setYear, years, onExport }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2" data-toolbar>
      <Select label="Tax year" hideLabel value={tax_year} onChange={setYear} options={years} />
      <Button onClick={onExport}>Export</Button>
      <Button onClick={() => window.print()}>Print</Button>
    </div>
  )
}
