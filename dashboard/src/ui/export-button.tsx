import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { formatBytes } from '../format/number.ts'
import { t } from '../messages/shared-text.ts'
import { Button, Spinner } from './button.tsx'
import { JobStatus } from './job.tsx'
import { useDownload } from './use-download.ts'

/** Downloads a file and reports progress, completion or failure. */
export function ExportButton({ href, label }: { href: string; label: string }) {
  const { bytes, start, stop } = useDownload(href)
  const isRunning = bytes !== undefined
  const onClick = (event: MouseEvent) => {
    // Modifier keys keep their browser behavior.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void start()
  }
  return (
    <div className="flex items-center gap-2">
      <div className={isRunning ? 'text-[0.8125rem]' : 'sr-only'}>
        <JobStatus
          job={{ text: t('ui.bytesSoFar', { bytes: formatBytes(bytes ?? 0) }) }}
          isRunning={isRunning}
        />
      </div>
      {isRunning && (
        <Button look="quiet" onClick={stop}>
          {t('ui.stopExport')}
        </Button>
      )}
      <Button asChild className={isRunning ? 'opacity-55' : ''}>
        <a href={href} download onClick={onClick} aria-busy={isRunning || undefined}>
          {isRunning ? <Spinner /> : <Download aria-hidden="true" className="size-4" />}
          {label}
        </a>
      </Button>
    </div>
  )
}
