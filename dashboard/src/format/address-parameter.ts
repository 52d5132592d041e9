/** Sets a query parameter in a URL and leaves the rest of the query exactly as written: `?a=1;b=2`, `?about`. */
export function withParameter(address: string, name: string, value: string): string {
  const [, base = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? []
  const otherParameters = query
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has(name))
  return `${base}?${[...otherParameters, new URLSearchParams({ [name]: value })].join('&')}${hash}`
}
