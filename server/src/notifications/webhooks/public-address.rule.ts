import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is one of the public internet, where a merchant's receiver may be. Everything else is
 * refused: loopback, private, link-local (cloud metadata), shared, multicast, documentation, translation and
 * tunnel ranges, through which an inner address could be reached by another name.
 * What is not known to be public is not public.
 */
export function isPublicAddress(text: string): boolean {
  // Other notations of IPv4 (octal, a single number) are read differently by different programs.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false
  if (text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  const [global, ...refused] = address.kind() === 'ipv4' ? IPV4 : IPV6
  return address.match(global) && !refused.some((range) => address.match(range))
}

type Ranges = [global: Range, ...refused: Range[]]
type Range = ReturnType<typeof ipaddr.parseCIDR>

// The library's list ages with its version: what must never be reached stands here as well.
const IPV4 = ranges(
  '0.0.0.0/0',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // the metadata of Azure's machines, within a public range
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
)

// Only 2000::/3 is given out to the internet: mapped and compatible IPv4, NAT64, unique local, link-local and
// multicast lie outside of it. Inside, Teredo and its neighbours (2001::/23) and 6to4 carry an IPv4 address.
const IPV6 = ranges('2000::/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

function ranges(global: string, ...refused: string[]): Ranges {
  return [ipaddr.parseCIDR(global), ...refused.map((range) => ipaddr.parseCIDR(range))]
}
