/** Parts of a page side by side, one under the other on narrow screens. */
import type { ReactNode } from 'react'

export const HorizontalGroup = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 px-4 pb-6 wide:grid-cols-2">{children}</div>
)

export const VerticalGroup = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-4">{children}</div>
)
