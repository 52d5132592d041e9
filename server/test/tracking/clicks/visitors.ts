import { uuidV7 } from '../../../src/tracking/clicks/click-id.rule.ts'
import type { ClickRequest } from '../../../src/tracking/clicks/record-click.flow.ts'

/**
 * Generates realistic clicks: a few hundred browsers, pages and referrers with a skewed distribution, and a session per
 * visit. Deterministic, so that their size on disk is reproducible.
 */
export function visitorClick(
  number: number,
  { codes, at, ids }: { codes: readonly string[]; at: Date; ids: { bytes(count: number): Buffer } },
): ClickRequest {
  const random = createRandom(number)
  const link = Math.floor(random() * codes.length)
  const code = codes[link] ?? ''
  // Each partner links from a few articles.
  const article = (link * 37 + skewedIndex(random, 8) * 11) % 400
  const page = `/products/category-${article % 20}/article-${article}`
  const [width, height] = pick(SCREENS, random)
  const [language, timezone] = pick(PLACES, random)
  const session_id = uuidV7(at, ids.bytes(10))
  return {
    codes: [code],
    program_id: undefined,
    existing_click_id: undefined,
    is_bot: false,
    received_at: at,
    details: {
      affiliate_url: `https://shop.example${page}?aff=${code}`,
      page_url: `https://shop.example${page}`,
      page_title: `Article ${article} of the shop with the long name | Shop`,
      referrer_url: `https://blog-${skewedIndex(random, 300)}.example/posts/what-we-like`,
      session_id,
      user_agent: userAgent(random),
      screen_resolution: `${width}x${height}`,
      viewport_size: `${width}x${height - 20 * skewedIndex(random, 15)}`,
      language,
      timezone,
      additional_data: undefined,
    },
  }
}

const SCREENS = [
  [1920, 1080],
  [390, 844],
  [412, 915],
  [1440, 900],
  [360, 800],
] as const

const PLACES = [
  ['en-US', 'America/New_York'],
  ['de-DE', 'Europe/Berlin'],
  ['vi-VN', 'Asia/Ho_Chi_Minh'],
  ['fr-FR', 'Europe/Paris'],
] as const

function userAgent(random: () => number): string {
  const build = `${100 + skewedIndex(random, 40)}.0.${skewedIndex(random, 4)}.0`
  return pick(
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${build} Safari/537.36`,
      `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${build} Mobile Safari/537.36`,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
    random,
  )
}

/** Returns one of `0 … count - 1`, smaller numbers more often. */
function skewedIndex(random: () => number, count: number): number {
  return Math.floor(random() ** 2 * count)
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** mulberry32: a small generator, reseeded for every click. */
function createRandom(number: number): () => number {
  let state = Math.imul(number + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
