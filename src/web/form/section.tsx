/** A heading between the fields of a long form. @param name of its own in the form */
export const section = <const N extends string>(name: N, label: string) =>
  ({
    kind: 'custom',
    name,
    label,
    render: () => <h2 className="mt-3 border-b pb-1 text-14 font-semibold">{label}</h2>,
  }) as const
