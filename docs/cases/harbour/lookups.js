import { berths } from './berths.js'

const lookups = [] // ids of berths, the latest one last

export function noteLookup (id) {
  lookups.push(id)
}

// All berths for the list on the pilots' screen: the latest lookup first, those never looked up at the end.
export function berthsByLookup () {
  return berths.toSorted((a, b) => lookups.lastIndexOf(b.id) - lookups.lastIndexOf(a.id))
}
