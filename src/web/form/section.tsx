import { headingId } from './form-steps.ts'

/** A heading between the fields of a long form. @param name of its own in the form */
export const section = <const N extends string>(name: N, label: string) =>
  ({
    kind: 'custom',
    name,
    label,
    heading: true,
    render: () => (
      <h2
        id={headingId(name)}
        tabIndex={-1}
        className="mt-3 scroll-mt-16 border-b pb-1 text-14 font-semibold outline-none"
      >
        {label}
      </h2>
    ),
  }) as const
