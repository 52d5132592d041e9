/** Pattern of a color, as accepted and stored. */
export const COLOR = /^#[0-9a-f]{6}$/

/** A program's default color. */
export const DEFAULT_COLOR = '#2f4fb3'

/**
 * Returns white or black, whichever is more readable on a color. One of them always has a contrast ratio of at least
 * 4.5 (WCAG 2.2, AA), because the product of both contrasts is 21.
 * @param color matches `COLOR`
 */
export function textColorOn(color: string): '#ffffff' | '#000000' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000'
}

/** The dashboard's backgrounds that are hardest to read on: `--fill-strong` of both themes in `styles.css`. */
const BACKGROUNDS = { light: '#e6e9ee', dark: '#2a2e37' } as const

/**
 * Returns a color as text on light and on dark backgrounds: darkened or lightened until its contrast is at least 4.5
 * (WCAG 2.2, AA).
 * @param color as `COLOR`
 */
export function readableLinkColors(color: string): { light: string; dark: string } {
  return {
    light: mixUntilReadable(color, '#000000', BACKGROUNDS.light),
    dark: mixUntilReadable(color, '#ffffff', BACKGROUNDS.dark),
  }
}

const MIX_STEPS = 50

function mixUntilReadable(color: string, target: string, background: string): string {
  for (let step = 0; step < MIX_STEPS; step += 1) {
    const mixed = mix(color, target, step / MIX_STEPS)
    if (contrast(mixed, background) >= 4.5) return mixed
  }
  return target
}

function mix(color: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [color, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** Returns the WCAG 2.2 contrast of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
