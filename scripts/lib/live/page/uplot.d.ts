declare module '*/uPlot.esm.js'

// Of flame-graph.js.
interface Window {
  d3: any
  flamegraph: any
}
