import { read, toReadableFailure } from './client.ts'

/** Downloads a file and reports progress. Rejects if the download is cut off. */
export async function readFile(
  href: string,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<{ file: Blob; name: string }> {
  const response = await fetch(href, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    return read<Response>(Promise.reject(cause))
  })
  if (!response.ok || response.body === null) {
    throw await toReadableFailure(response, await response.json().catch(() => undefined))
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    bytes += value.byteLength
    onBytes(bytes)
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return {
    file: new Blob(parts, { type: response.headers.get('content-type') ?? 'text/csv' }),
    name: name ?? 'export.csv',
  }
}
