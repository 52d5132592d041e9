import { ApiFailure, api, read, rejectedRequestOf } from '../api/client.ts'
import { saveFile } from '../ui/use-download.ts'

/** Known to this page alone: no cookie carries it, and whoever loads the page anew has none. */
let token = ''

/**
 * Spends the ticket behind `#`, once for this page, and sends the visit's token with every call from then on.
 * @returns whether it let in
 */
export async function startDelegatedSession(): Promise<'in' | 'over'> {
  const ticket = location.hash.slice(1)
  // It is of no use to whoever sees the address later.
  history.replaceState(null, '', location.pathname)
  if (ticket === '') return 'over'
  try {
    const { data } = await read(api.POST('/api/partner/delegated-sessions', { body: { token: ticket } }))
    token = data.token
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return 'over'
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

/** Reads a file, which no link could: a link carries no header. A page is opened, all else is kept. */
export async function openVisitedFile(href: string, { isPage }: { isPage: boolean }): Promise<void> {
  const response = await fetch(href, { headers: { [HEADER]: token } })
  if (!response.ok) throw await rejectedRequestOf(response, await response.json().catch(() => undefined))
  const file = await response.blob()
  if (isPage) {
    window.open(URL.createObjectURL(file), '_blank')
    return
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(file, name ?? 'export.csv')
}
