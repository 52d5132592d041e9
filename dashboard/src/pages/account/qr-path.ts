/** A square of dark and light modules, as a QR code is. */
export interface Modules {
  size: number
  get: (x: number, y: number) => boolean
}

/** The dark modules as one path, a run of them in a row as one rectangle; `margin` modules of light stand around them. */
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
