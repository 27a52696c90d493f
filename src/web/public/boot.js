// Without this a page stays white when its program does not arrive. A file of its own: the content security policy allows no
// inline script.
document.addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || root.childElementCount > 0)
      return
    const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/offline.css' })
    document.head.append(style)
    const title = Object.assign(document.createElement('h1'), { textContent: 'Stint could not load' })
    const words = Object.assign(document.createElement('p'), {
      role: 'alert',
      textContent: 'Check your connection, then try again.',
    })
    const again = Object.assign(document.createElement('button'), {
      type: 'button',
      textContent: 'Try again',
    })
    again.addEventListener('click', () => location.reload())
    const page = document.createElement('main')
    page.append(title, words, again)
    root.append(page)
  },
  true,
)
