/** A square grid of dark and light modules. */
export interface Modules {
  size: number
  get: (x: number, y: number) => boolean
}

/**
 * Returns the dark modules as an SVG path, one rectangle per horizontal run, with a margin of light modules.
 */
export function qrPath({ size, get }: Modules, margin: number): string {
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && get(x, y)) x++
      if (x > start) runs.push(`M${start + margin} ${y + margin}h${x - start}v1h${start - x}z`)
    }
  }
  return runs.join('')
}
