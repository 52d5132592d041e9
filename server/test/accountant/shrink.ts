/** A history's failure, and the step after which it occurred. */
export interface Fault {
  place: number
  log: string[]
  message: string
}

/** Removes steps from a history as long as the same failure remains. */
export async function shrink(
  all: readonly number[],
  fault: Fault,
  play: (steps: readonly number[]) => Promise<Fault | undefined>,
): Promise<Fault> {
  let steps = all.slice(0, fault.place + 1)
  let smallest = fault
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < steps.length; ) {
      const fewer = [...steps.slice(0, from), ...steps.slice(from + size)]
      const shrunkFault = fewer.length === 0 ? undefined : await play(fewer)
      if (shrunkFault === undefined || faultKind(shrunkFault) !== faultKind(fault)) {
        from += size
      } else {
        steps = fewer
        smallest = shrunkFault
      }
    }
  }
  return smallest
}

/** Returns the failure without its row. */
const faultKind = ({ message: text }: Fault) =>
  (text.split('\n')[0] ?? '').replaceAll(/\d+/g, '').slice(0, 40)
