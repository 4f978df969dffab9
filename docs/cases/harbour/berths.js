const QUAYS = [
  { quay: 'North Quay', depth: 14.5, length: 340, cranes: 3 },
  { quay: 'Fish Quay', depth: 6.2, length: 90, cranes: 0 },
  { quay: 'Timber Quay', depth: 9.8, length: 180, cranes: 2 },
  { quay: 'Passenger Quay', depth: 11, length: 300, cranes: 0 }
]
const BERTHS_PER_QUAY = 4

export const berths = QUAYS.flatMap(({ quay, ...measures }, index) =>
  Array.from({ length: BERTHS_PER_QUAY }, (_, place) => ({
    id: index * BERTHS_PER_QUAY + place + 1,
    name: `${quay} ${place + 1}`,
    ...measures
  })))
