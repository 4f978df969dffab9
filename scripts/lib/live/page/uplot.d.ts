declare module '*/uPlot.esm.js'

// Of flame-graph.js.
interface Window {
  d3: any // libraries without types
  flamegraph: Window['d3']
}
