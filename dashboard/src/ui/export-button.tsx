import { Download } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { ApiFailure } from '../api/client.ts'
import { readFile } from '../api/download.ts'
import { formatBytes } from '../format/number.ts'
import { Button, Spinner } from './button.tsx'
import { JobStatus } from './job.tsx'
import { useToasts } from './toast.tsx'

/** Downloads a file of the service: says how much of it has come, and that it is there, or that nothing was saved. */
export function ExportButton({ href, label }: { href: string; label: string }) {
  const { bytes, start, stop } = useExport(href)
  const isUnderWay = bytes !== undefined
  const onClick = (event: MouseEvent) => {
    // With a key held, the browser opens it in its own way.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void start()
  }
  return (
    <div className="flex items-center gap-2">
      <div className={isUnderWay ? 'text-[0.8125rem]' : 'sr-only'}>
        <JobStatus job={{ words: `${formatBytes(bytes ?? 0)} so far` }} isUnderWay={isUnderWay} />
      </div>
      {isUnderWay && (
        <Button look="quiet" onClick={stop}>
          Stop export
        </Button>
      )}
      <Button asChild className={isUnderWay ? 'opacity-55' : ''}>
        <a href={href} download onClick={onClick} aria-busy={isUnderWay || undefined}>
          {isUnderWay ? <Spinner /> : <Download aria-hidden="true" className="size-4" />}
          {label}
        </a>
      </Button>
    </div>
  )
}

function useExport(href: string) {
  const { say, sayFailed } = useToasts()
  const running = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState<number>()
  const start = async () => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    let read = 0
    setBytes(0)
    try {
      const onBytes = (count: number) => {
        read = count
        setBytes(count)
      }
      const { file, name } = await readFile(href, { signal: controller.signal, onBytes })
      save(file, name)
      say(`${name} is there: ${formatBytes(file.size)}.`)
    } catch (error) {
      if (!controller.signal.aborted) sayFailed(wordsOfFailure(error, read))
    } finally {
      running.current = undefined
      setBytes(undefined)
    }
  }
  return { bytes, start, stop: () => running.current?.abort() }
}

function wordsOfFailure(error: unknown, bytes: number): string {
  const why = error instanceof ApiFailure ? ` ${error.message}` : ''
  return `The export ended after ${formatBytes(bytes)}, and nothing was saved.${why} Press the button to try again.`
}

function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it up by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
