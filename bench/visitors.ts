/** Generates clicks like a shop's visitors: few browsers, a few hundred pages, and a session per visitor. */
export function visit(n: number, linkCode: string): { userAgent: string; body: string } {
  const page = pick(PAGES, Math.floor(n / 3))
  const version = 120 + (n % 20)
  const body = {
    affiliate_url: `https://shop.example/${page}?aff=${linkCode}`,
    page_url: `https://shop.example/${page}`,
    page_title: `${page.replaceAll('-', ' ')} | Shop`,
    referrer_url: pick(REFERRERS, n),
    session_id: toSessionId(n),
    screen_resolution: pick(SCREENS, n),
    viewport_size: pick(SCREENS, n + 1),
    language: pick(LANGUAGES, n),
    timezone: pick(ZONES, n),
  }
  return {
    userAgent: `${pick(BROWSERS, n)} Chrome/${version}.0.0.0 Safari/537.36`,
    body: JSON.stringify(body),
  }
}

const PAGES = Array.from({ length: 400 }, (_, n) => `product-${n}-of-the-autumn-collection`)
const REFERRERS = ['https://maya.example/reviews', 'https://search.example/', 'https://news.example/daily/42']
const SCREENS = ['1920x1080', '2560x1440', '390x844', '412x915', '1536x864']
const LANGUAGES = ['en-US', 'de-DE', 'vi-VN', 'fr-FR']
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Ho_Chi_Minh', 'Europe/Paris']
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)',
]

function pick(items: readonly string[], n: number): string {
  return items[n % items.length] ?? ''
}

/** Each visitor clicks three times. */
function toSessionId(n: number): string {
  return `0198c5a2-5d2f-7d6e-8f0a-${Math.floor(n / 3)
    .toString(16)
    .padStart(12, '0')}`
}
