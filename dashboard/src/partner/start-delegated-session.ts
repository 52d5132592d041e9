import { ApiError, api, read, toReadableFailure } from '../api/client.ts'
import { saveFile } from '../ui/use-download.ts'

/** Kept in memory only: there is no cookie, and reloading the page loses the token. */
let token = ''

/**
 * Exchanges the one-time ticket in the URL fragment for a session token, which later requests send.
 * @returns whether the session has started
 */
export async function startDelegatedSession(): Promise<'in' | 'over'> {
  const ticket = location.hash.slice(1)
  // A used ticket shouldn't stay in the URL.
  history.replaceState(null, '', location.pathname)
  if (ticket === '') return 'over'
  try {
    const { data } = await read(api.POST('/api/partner/delegated-sessions', { body: { token: ticket } }))
    token = data.token
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'over'
    throw error
  }
  api.use({
    onRequest({ request }) {
      request.headers.set(HEADER, token)
      return request
    },
  })
  return 'in'
}

const HEADER = 'x-delegated-session'

/**
 * Fetches a file with the token, since links can't send headers. Pages are opened; other files are downloaded.
 */
export async function openDelegatedFile(href: string, { isPage }: { isPage: boolean }): Promise<void> {
  const response = await fetch(href, { headers: { [HEADER]: token } })
  if (!response.ok) throw await toReadableFailure(response, await response.json().catch(() => undefined))
  const file = await response.blob()
  if (isPage) {
    window.open(URL.createObjectURL(file), '_blank')
    return
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(file, name ?? 'export.csv')
}
