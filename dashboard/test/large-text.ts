import type { Page } from 'playwright-core'

/** Doubles the text size, as a reader's browser setting would. */
export function enlargeText(page: Page): Promise<void> {
  return page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%'
    // A table that no longer fits becomes a scrolling box after its observer has run.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
}

export function resetText(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}

/** Returns what is unreadable at this screen width, one line each. */
export async function findUnreadable(page: Page, widthPx: number): Promise<string[]> {
  const texts = await page.evaluate(readTexts)
  const { widePx, overflowing } = await page.evaluate(readWidth, widthPx)
  return [
    ...(widePx > widthPx ? [`the page is ${widePx} px wide: ${overflowing.join(' | ')}`] : []),
    ...texts.filter(isTooNarrow).map(({ text, lines }) => `"${text}" wraps to ${lines} lines`),
    ...texts.filter(isCutOff).map(({ text, boxPx }) => `"${text}" is cut off at ${boxPx} px`),
    ...wrongAmounts(texts.flatMap(({ amounts }) => amounts)),
  ]
}

/** Returns text that overflows its card, badge or button. */
export function findOverflowing(page: Page): Promise<string[]> {
  return page.evaluate(readOverflowing)
}

interface AmountBox {
  text: string
  lines: number
  left: number
  top: number
  right: number
  bottom: number
}

interface TextOnPage {
  text: string
  lines: number
  /** Widths of the containing box and of an average letter. */
  boxPx: number
  letterPx: number
  isCut: boolean
  amounts: AmountBox[]
}

/** Text with fewer letters per line can't be read fluently. */
const MIN_LETTERS = 4

function isTooNarrow({ text, lines }: TextOnPage): boolean {
  return lines > 2 && text.length / lines < MIN_LETTERS
}

/** Amounts must never be cut off. */
function isCutOff({ isCut, boxPx, letterPx, amounts }: TextOnPage): boolean {
  return isCut && (amounts.length > 0 || boxPx / letterPx < MIN_LETTERS)
}

function wrongAmounts(amounts: readonly AmountBox[]): string[] {
  const broken = amounts.filter(({ lines }) => lines > 1).map(({ text }) => `${text} wraps within an amount`)
  const covered = amounts.flatMap((one, index) =>
    amounts
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${one.text} overlaps ${other.text}`),
  )
  return [...broken, ...covered]
}

function overlap(a: AmountBox, b: AmountBox): boolean {
  const isBeside = a.right <= b.left + 1 || b.right <= a.left + 1
  const isBelow = a.bottom <= b.top + 1 || b.bottom <= a.top + 1
  return !isBeside && !isBelow
}

/** Runs in the page: returns all texts with their positions, including those covered by a dialog. */
function readTexts(): TextOnPage[] {
  // A key may contain three capitals before a digit; it may wrap anywhere.
  const amount = /[-−]?(?:(?<![\p{L}\p{N}])[A-Z]{3}\s|\p{Sc}\s?)\d[\d.,]*/gu
  const range = document.createRange()
  const measureLines = (node: Node, from: number, to: number) => {
    range.setStart(node, from)
    range.setEnd(node, to)
    const tops: number[] = []
    for (const { top, width } of range.getClientRects()) {
      if (width > 0 && !tops.some((known) => Math.abs(known - top) < 4)) tops.push(top)
    }
    return tops.length
  }
  const measureAmount = (node: Node, { 0: text, index = 0 }: RegExpMatchArray): AmountBox => {
    const lines = measureLines(node, index, index + text.length)
    const { left, top, right, bottom } = range.getBoundingClientRect()
    return { text, lines, left, top, right, bottom }
  }
  const shown: TextOnPage[] = []
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const box = node.parentElement
    const text = node.nodeValue ?? ''
    if (box === null || text.trim() === '' || !box.checkVisibility({ visibilityProperty: true })) continue
    if (box.closest('.sr-only, pre, svg, script, style, option, [data-aria-hidden]') !== null) continue
    const { overflowX, fontSize } = getComputedStyle(box)
    shown.push({
      text: text.trim(),
      lines: measureLines(node, 0, text.length),
      boxPx: box.clientWidth,
      letterPx: Number.parseFloat(fontSize) / 2,
      // Elements one pixel wide are for screen readers.
      isCut: overflowX === 'hidden' && box.clientWidth > 1 && box.scrollWidth > box.clientWidth,
      amounts: [...text.matchAll(amount)].map((match) => measureAmount(node, match)),
    })
  }
  return shown
}

/** Runs in the page: returns its width, and what extends beyond the screen outside a scrolling box. */
function readWidth(widthPx: number): { widePx: number; overflowing: string[] } {
  const range = document.createRange()
  const isClipped = (node: Node): boolean => {
    for (let box = node.parentElement; box !== null && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'visible') return true
    }
    return false
  }
  const overflowing: string[] = []
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL)
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    range.selectNode(node)
    if (range.getBoundingClientRect().right <= widthPx || isClipped(node)) continue
    overflowing.push(node instanceof Element ? node.outerHTML.slice(0, 100) : String(node.nodeValue))
  }
  return { widePx: document.documentElement.scrollWidth, overflowing: overflowing.slice(-2) }
}

/** Runs in the page. */
function readOverflowing(): string[] {
  const found: string[] = []
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const { currentNode: text } = words
    const parent = text.parentElement
    const box = parent?.closest('.shadow-card, section, button, a, [class*="rounded-"]')
    if (!parent || !box || parent.closest('.sr-only, script, option, .overflow-auto, nav') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    const outer = box.getBoundingClientRect()
    if (width === 0 || parent.closest('[class*="max-sm:sr-only"]') !== null) continue
    if (left < outer.left - 1 || right > outer.right + 1) {
      found.push(`“${text.textContent}” extends ${Math.round(right - outer.right)} px beyond its box`)
    }
  }
  return found
}
