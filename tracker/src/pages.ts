/**
 * Optional script after the tracker, for single-page apps and for merchants with several sites: reports URL changes
 * to the tracker, and passes the click ID to the sites in `data-domains`.
 */

/** The parameter that carries a click ID to another site. */
const NAME = 'service_click_id'

// safe because a classic script always has its element
const { domains = '' } = (document.currentScript as HTMLScriptElement).dataset
const sites = domains.split(/[\s,]+/).filter((domain) => domain !== '')

const page = () => window.affiliate?.page?.()

for (const method of ['pushState', 'replaceState'] as const) {
  const change = history[method]
  history[method] = function (this: History, ...args) {
    change.apply(this, args)
    page()
  }
}
addEventListener('popstate', page)
// Between the tracker and this script, the app may already have changed the URL.
page()

/** Parses a URL. `URL.canParse` isn't used, because older browsers lack it. */
function parse(url: string): URL | undefined {
  try {
    return new URL(url, document.baseURI)
  } catch {
    return undefined
  }
}

/** Returns the click ID to pass to a URL; undefined unless it is on another of the merchant's sites. */
function clickIdFor(url: string): string | undefined {
  const { protocol, hostname = '' } = parse(url) ?? {}
  const isSite = sites.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  // An HTTPS page doesn't send the ID over HTTP.
  const isSafe = protocol === 'https:' || (protocol === 'http:' && location.protocol === 'http:')
  return isSite && isSafe && hostname !== location.hostname ? window.affiliate?.clickId?.() : undefined
}

/** Adds the click ID and leaves the rest of the URL unchanged. */
function withClickId(url: string, id: string): string {
  const [, base = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url) ?? []
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${NAME}=`))
  return `${base}?${[...others, `${NAME}=${id}`].join('&')}${hash}`
}

function decorateLink(event: Event) {
  const link = event
    .composedPath()
    .find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement && one.href !== '')
  const id = link && clickIdFor(link.href)
  if (link && id) link.href = withClickId(link.href, id)
}

function decorateForm({ target, submitter }: SubmitEvent) {
  if (!(target instanceof HTMLFormElement)) return
  // The properties may be hidden by fields named `action` and `method`.
  const read = (name: string) => submitter?.getAttribute(`form${name}`) ?? target.getAttribute(name) ?? ''
  const url = parse(read('action'))?.href
  const id = url === undefined ? undefined : clickIdFor(url)
  if (url === undefined || id === undefined) return
  if (read('method').toLowerCase() === 'post') {
    const owner = submitter?.hasAttribute('formaction') ? submitter : target
    owner.setAttribute(owner === target ? 'action' : 'formaction', withClickId(url, id))
    return
  }
  // A form with the method GET replaces its action's query.
  const existingField = target.elements.namedItem(NAME)
  const field = existingField instanceof HTMLInputElement ? existingField : document.createElement('input')
  field.type = 'hidden'
  field.name = NAME
  field.value = id
  target.append(field)
}

if (sites.length > 0) {
  // Runs before the page's own handlers, including for a new tab, a middle click and "Copy link".
  for (const type of ['click', 'auxclick', 'contextmenu']) addEventListener(type, decorateLink, true)
  addEventListener('submit', decorateForm, true)
}
