import { berths } from './berths.js'

const lookups = [] // ids of berths, the latest one last

export function noteLookup (id) {
  lookups.push(id)
}

// All berths for the list on the pilots' screen: the latest lookup first, those without one last.
export function berthsByLookup () {
  return berths.toSorted((a, b) => lookups.lastIndexOf(b.id) - lookups.lastIndexOf(a.id))
}
