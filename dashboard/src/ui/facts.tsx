import type { ReactNode } from 'react'

/**
 * Names and values, one under the other: all that is known about one thing. Where the text is so large that little room
 * would be left beside the names, each value stands below its name.
 */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <dl className="grid gap-x-5 gap-y-0.5 @min-[16rem]:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] @min-[16rem]:gap-y-2.5">
        {children}
      </dl>
    </div>
  )
}

/** What is not known is left out. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null
  return (
    <>
      <dt className="text-ink-3 @max-[16rem]:not-first:mt-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
