/** An item opened from the command palette. */
export interface RecentItem {
  label: string
  hint?: string | undefined
  href: string
}

const MAX_ITEMS = 6
const PREFIX = 'affiliate.recent.'

/** Per user, because several users may sign in from the same tab. */
const storageKey = (userId: string, programId: string) => `${PREFIX}${userId}.${programId}`

/** Returns the items opened in this tab, newest first. */
export function recentItems(userId: string, programId: string): RecentItem[] {
  try {
    const storedItems: unknown = JSON.parse(sessionStorage.getItem(storageKey(userId, programId)) ?? '[]')
    return Array.isArray(storedItems) ? storedItems.filter(isItem).slice(0, MAX_ITEMS) : []
  } catch {
    return []
  }
}

export function rememberItem(userId: string, programId: string, { label, hint, href }: RecentItem) {
  const others = recentItems(userId, programId).filter((one) => one.href !== href)
  const items = [{ label, hint, href }, ...others].slice(0, MAX_ITEMS)
  try {
    sessionStorage.setItem(storageKey(userId, programId), JSON.stringify(items))
  } catch {
    // Without storage, nothing is remembered.
  }
}

/** Called on sign-out: items may contain names of customers and orders. */
export function forgetItems() {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    for (const key of keys) sessionStorage.removeItem(key)
  } catch {
    // Without storage, nothing is remembered.
  }
}

function isItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false
  const { label, hint, href } = value as Record<string, unknown> // safe because every field is checked below
  const isText = typeof label === 'string' && (hint === undefined || typeof hint === 'string')
  return isText && typeof href === 'string' && href.startsWith('/programs/')
}
