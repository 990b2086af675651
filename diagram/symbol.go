package diagram

// symbol is an element of the notation that a legend explains. The painter records
// each symbol that it draws.
type symbol int

// The symbols, in the order in which a legend lists them.
const (
	symbolEntity symbol = iota
	symbolWeakEntity
	symbolRelationship
	symbolIdentifying
	symbolWithin
	symbolAttribute
	symbolKey
	symbolPartialKey
	symbolUnique
	symbolMultiValued
	symbolDerived
	symbolComposite
	symbolCardinality
	symbolRange
	symbolRole
	symbolTotal
	symbolDisjoint
	symbolOverlapping
	symbolTotalHierarchy

	symbolTask
	symbolGreyTask
	symbolEntryPoint
	symbolTaskQuery
	symbolTaskUpdate

	symbolPartition
	symbolBucket
	symbolAscending
	symbolDescending
	symbolStatic
	symbolCounter
	symbolIndex
	symbolStorageIndex
	symbolSuffixIndex
	symbolCustomIndex
	symbolMasked
	symbolList
	symbolSet
	symbolMap
	symbolTuple
	symbolUserType
	symbolVector
	symbolFrozen
	symbolChanged
	symbolView
	symbolExpiry
	symbolTypeBox

	symbolEntry
	symbolFlow
	symbolQuery
	symbolUpdate
	symbolLookup
	symbolByHand
	symbolUses
	symbolFault
	symbolBadgeOK
	symbolBadgeWarn
	symbolBadgeBad
	symbolBadgeWorst
	symbolBadgeAssumed
	symbolBadgeMissing
	symbolAdvice
	symbolCount
)
