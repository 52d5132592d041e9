// The reference works without this script. It adds a search, opens the target of a link, and adds buttons that copy
// examples.
const find = document.getElementById('find')
const found = document.getElementById('found')
const calls = [...document.querySelectorAll('.call')]

find.hidden = false
find.addEventListener('input', showMatches)
addEventListener('hashchange', openTarget)
openTarget()
for (const example of document.querySelectorAll('.inside pre')) addCopyButton(example)

function showMatches() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const call of calls) {
    const matches = words.every((word) => call.dataset.words.includes(word))
    call.hidden = !matches
    document.querySelector(`li[data-call="${call.id}"]`).hidden = !matches
    if (matches) count++
  }
  for (const section of document.querySelectorAll('section.calls')) {
    section.hidden = section.querySelector('.call:not([hidden])') === null
    document.querySelector(`[data-section="${section.id}"]`).hidden = section.hidden
  }
  document.getElementById('none').hidden = count > 0
  // Search results come first; the introduction is shown again when the search is empty.
  for (const basics of document.querySelectorAll('section.basics')) basics.hidden = words.length > 0
  found.textContent = words.length === 0 ? '' : `${count} ${count === 1 ? 'endpoint' : 'endpoints'}`
}

/** Opens the target of a link, even if it is collapsed or hidden by the search. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target === null) return
  if (target.hidden || target.closest('[hidden]') !== null) {
    find.value = ''
    showMatches()
  }
  if (target instanceof HTMLDetailsElement) target.open = true
  target.scrollIntoView()
}

function addCopyButton(example) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(example.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  example.append(button)
}
