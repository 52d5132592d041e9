import type { ReactNode } from 'react'
import { usePageTitle } from '../../ui/page-header.tsx'

/** The frame of pages outside the dashboard: one centered card. */
export function EntryFrame({
  title,
  description,
  children,
  footer,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  usePageTitle(title)
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center px-4 py-10">
      <div className="w-full min-w-0 max-w-sm">
        <img src="/favicon.svg" alt="" className="mx-auto mb-6 size-11" />
        <h1 className="text-center font-semibold text-xl tracking-tight">{title}</h1>
        {description !== undefined && (
          <p className="mt-1.5 text-balance text-center text-ink-3">{description}</p>
        )}
        <div className="mt-6 rounded-2xl border bg-surface p-5 shadow-card sm:p-6">{children}</div>
        {footer !== undefined && <p className="mt-5 text-center text-ink-3">{footer}</p>}
      </div>
    </main>
  )
}

export const textLink = 'font-medium text-accent-text underline-offset-4 hover:underline'
