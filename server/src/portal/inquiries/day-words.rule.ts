/** What a partner brought on a day, in a sentence. */
export function dayWords(
  day: string,
  { clicks, signups, sales }: { clicks: number; signups: number; sales: number },
  timeZone: string,
): string {
  const when = `On ${DAY.format(new Date(`${day}T00:00:00Z`))} (${timeZone})`
  const brought = `${count(clicks, 'click')} and ${count(signups, 'signup')}`
  if (sales > 0)
    return `${when} your links brought ${brought}, and ${count(sales, 'sale')} of your customers came in.`
  if (clicks + signups > 0) {
    return `${when} your links brought ${brought}; no sale of a customer of yours was recorded.`
  }
  return `${when} nothing was recorded for your links: no click, no signup and no sale.`
}

function count(many: number, one: string): string {
  return `${many} ${many === 1 ? one : `${one}s`}`
}

/** As the other sentences of the portal name a day. */
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
