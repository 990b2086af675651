package sizes

import (
	"cmp"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/sizing/disk"
	websizes "widerow/web/sizes"
)

// The picture of a partition names the columns that take most of it, and what is around them.
const (
	mostShares  = 6
	aroundThem  = "flags, lengths and times"
	restColumns = "further columns"
)

// ledgerShares divides a typical partition into what its columns take and what is around them, the
// largest share first. row and static are the ledgers of a row and of the static row.
func ledgerShares(columns []model.Item[*model.Column], partition, static, row disk.Ledger, rows float64) []websizes.LedgerShare {
	bytes, total := map[string]float64{}, 0.
	add := func(ledger disk.Ledger, times float64) {
		for _, key := range ledgerKeys(ledger, columns) {
			if key.part == disk.AllRows || key.part == disk.StaticRow {
				continue
			}
			name := key.column
			if name == "" {
				name = aroundThem
			}
			bytes[name] += key.bytes * times
			total += key.bytes * times
		}
	}
	add(partition, 1)
	add(static, 1)
	add(row, rows)
	if total <= 0 {
		return nil
	}
	return shown(bytes, total)
}

// shown lists the largest shares; those below a hundredth, and those beyond the most that are
// shown, are one.
func shown(bytes map[string]float64, total float64) []websizes.LedgerShare {
	var shares []websizes.LedgerShare
	from, rest := 0., 0.
	add := func(name string, bytes float64) {
		shares = append(shares, websizes.LedgerShare{Name: name, Bytes: sizing.FormatBytes(bytes), Percent: Percent(bytes / total),
			From: from, Share: bytes / total})
		from += bytes / total
	}
	for _, name := range byBytes(bytes) {
		if len(shares) < mostShares && bytes[name] >= total/100 {
			add(name, bytes[name])
		} else {
			rest += bytes[name]
		}
	}
	if rest > 0 {
		add(restColumns, rest)
	}
	return shares
}

// byBytes sorts names by what they take, the most first.
func byBytes(bytes map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(bytes), func(a, b string) int {
		return cmp.Or(cmp.Compare(bytes[b], bytes[a]), cmp.Compare(a, b))
	})
}
