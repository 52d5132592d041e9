import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { t } from '../messages/shared-text.ts'

let isFirstPage = true

/**
 * A page's header. It also sets the document title, and takes the focus if the previously focused element is
 * gone.
 */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: string
  description?: ReactNode
  actions?: ReactNode
}) {
  usePageTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Screen readers read the first page from the top.
    if (!isFirstPage && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mb-6">
      <div className="wrap-anywhere min-w-0 flex-[1_1_20rem]">
        <h1 ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight sm:text-[1.375rem]">
          {title}
        </h1>
        {description !== undefined && (
          <div className="mt-1 max-w-[70ch] text-pretty text-ink-3">{description}</div>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = t('ui.titleAffiliate', { title })
  }, [title])
}
