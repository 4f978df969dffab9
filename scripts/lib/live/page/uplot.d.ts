declare module '*/uPlot.esm.js'
