import { useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { readFile } from '../api/download.ts'
import { formatBytes } from '../format/number.ts'
import { t } from '../messages/shared-text.ts'
import { useToasts } from './toast.tsx'

/**
 * Downloads a file and reports progress, completion or failure.
 * @param fileName file name to use if the service sends none
 */
export function useDownload(href: string, fileName?: string) {
  const { showSuccess, showFailure } = useToasts()
  const running = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState<number>()
  const start = async () => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    let bytesRead = 0
    setBytes(0)
    try {
      const onBytes = (count: number) => {
        bytesRead = count
        setBytes(count)
      }
      const { file, name: fallbackName } = await readFile(href, { signal: controller.signal, onBytes })
      const name = fileName ?? fallbackName
      saveFile(file, name)
      showSuccess(t('ui.nameDownloadedCount', { name, count: formatBytes(file.size) }))
    } catch (error) {
      if (!controller.signal.aborted) showFailure(failureText(error, bytesRead))
    } finally {
      running.current = undefined
      setBytes(undefined)
    }
  }
  return { bytes, start, stop: () => running.current?.abort() }
}

function failureText(error: unknown, bytes: number): string {
  const reason = error instanceof ApiError ? ` ${error.message}` : ''
  return t('ui.theExportStoppedAfterBytes', { bytes: formatBytes(bytes), why: reason })
}

/** Saves a file with the browser's download mechanism. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked late, so that the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
