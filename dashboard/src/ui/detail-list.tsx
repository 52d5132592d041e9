import type { ReactNode } from 'react'

/** A list of names and values. With very large text, each value moves below its name. */
export function DetailList({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <dl className="grid gap-x-5 gap-y-0.5 @min-[16rem]:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] @min-[16rem]:gap-y-2.5">
        {children}
      </dl>
    </div>
  )
}

/** Renders nothing if the value is missing. */
export function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null
  return (
    <>
      <dt className="text-ink-3 @max-[16rem]:not-first:mt-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
