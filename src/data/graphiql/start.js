/**
 * Starts GraphiQL against the data endpoint, as who is signed in: calls carry the header that our pages send, live queries
 * go over a socket in the protocol of graphql-ws. Served as it stands, to the page of GET /graphql.
 */
const endpoint = '/graphql'

/** @returns {AsyncGenerator<unknown>} the answers of a live query, until it is left */
async function* live(request) {
  const socket = new WebSocket(
    `${location.protocol.replace('http', 'ws')}//${location.host}${endpoint}`,
    'graphql-transport-ws',
  )
  const answers = []
  let wake = () => undefined
  let over = null
  socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init' }))
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.type === 'connection_ack')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: request }))
    if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }))
    if (message.type === 'next') answers.push(message.payload)
    if (message.type === 'error') answers.push({ errors: message.payload })
    if (message.type === 'error' || message.type === 'complete') over = 'done'
    wake()
  }
  socket.onclose = ({ reason }) => {
    over ??= reason || 'The connection was lost'
    wake()
  }
  try {
    while (true) {
      while (answers.length > 0) yield answers.shift()
      if (over === 'done') return
      if (over !== null) throw new Error(over)
      await new Promise((resolve) => {
        wake = resolve
      })
    }
  } finally {
    socket.close()
  }
}

/** Is the operation that is run a live query? The named one of the document, or its only one. */
function isLive({ query, operationName }) {
  const text = query.replace(/#.*/g, '')
  const named = operationName ? `\\s+${operationName}\\b` : '\\b'
  return new RegExp(`(^|[\\s}])subscription${named}`).test(text)
}

async function answer(request) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-stint-csrf': '1' },
    body: JSON.stringify(request),
  })
  if (response.status === 401) location.assign('/auth/login')
  return response.json()
}

const fetcher = (request) => (isLive(request) ? live(request) : answer(request))

const first = `# What you ask is answered as you may see it: fields that are not yours do not exist here.
# Control and space suggests; control and enter runs.
{
  __typename
}
`

const { React, ReactDOM, GraphiQL } = globalThis
const Page = GraphiQL.GraphiQL ?? GraphiQL.default ?? GraphiQL
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(Page, {
    fetcher,
    defaultQuery: first,
    shouldPersistHeaders: false,
    isHeadersEditorEnabled: false,
  }),
)
