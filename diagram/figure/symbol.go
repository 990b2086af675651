package figure

// Symbol is an element of the notation that a legend explains. The painter records
// each symbol that it draws.
type Symbol int

// The symbols, in the order in which a legend lists them.
const (
	SymbolEntity Symbol = iota
	SymbolWeakEntity
	SymbolRelationship
	SymbolIdentifying
	SymbolWithin
	SymbolAttribute
	SymbolKey
	SymbolPartialKey
	SymbolUnique
	SymbolMultiValued
	SymbolDerived
	SymbolComposite
	SymbolCardinality
	SymbolRange
	SymbolRole
	SymbolTotal
	SymbolDisjoint
	SymbolOverlapping
	SymbolTotalHierarchy

	SymbolTask
	SymbolGreyTask
	SymbolEntryPoint
	SymbolTaskQuery
	SymbolTaskUpdate

	SymbolPartition
	SymbolBucket
	SymbolAscending
	SymbolDescending
	SymbolStatic
	SymbolCounter
	SymbolIndex
	SymbolStorageIndex
	SymbolSuffixIndex
	SymbolCustomIndex
	SymbolMasked
	SymbolList
	SymbolSet
	SymbolMap
	SymbolTuple
	SymbolUserType
	SymbolVector
	SymbolFrozen
	SymbolChanged
	SymbolView
	SymbolExpiry
	SymbolTypeBox

	SymbolEntry
	SymbolFlow
	SymbolQuery
	SymbolUpdate
	SymbolLookup
	SymbolByHand
	SymbolUses
	SymbolFault
	SymbolBadgeOK
	SymbolBadgeWarn
	SymbolBadgeBad
	SymbolBadgeWorst
	SymbolBadgeAssumed
	SymbolBadgeMissing
	SymbolAdvice
	SymbolAdvised
	SymbolCount
)
