package access

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Native is a function of the server, described for display.
type Native struct {
	Name string
	// Former is the name that it had before Cassandra 5.0 and that still works,
	// or empty.
	Former    string
	Aggregate bool
	// Forms are the signatures that it can be called with.
	Forms []Form
}

// Form is one signature of a function. Types are described in words: "timestamp
// | timeuuid" accepts either.
type Form struct {
	Parameters []string
	// Optional is the number of parameters, counted from the end, that a call
	// may omit.
	Optional int
	Returns  string
}

func (f Form) String() string {
	parameters := slices.Clone(f.Parameters)
	for i := len(parameters) - f.Optional; i < len(parameters); i++ {
		parameters[i] = "[" + parameters[i] + "]"
	}
	return "(" + strings.Join(parameters, ", ") + ") " + f.Returns
}

// Natives are the server's functions, sorted by name, without those that
// evaluate operators.
var Natives = sync.OnceValue(func() []Native {
	natives := []Native{{Name: "token", Forms: []Form{{[]string{"partition key"}, 0, "bigint"}}}}
	for _, factories := range []map[string]*factory{nativeFactories, sixFactories} {
		for name, factory := range factories {
			natives = append(natives, Native{Name: name, Aggregate: factory.aggregate, Forms: []Form{factory.form()}})
		}
	}
	for _, table := range []functionTable{nativeFunctions, sixFunctions} {
		for name, functions := range table {
			if !strings.HasPrefix(name, "_") {
				natives = append(natives, Native{Name: name, Aggregate: functions[0].Aggregate, Forms: formsOf(functions)})
			}
		}
	}
	return withFormerNames(natives)
})

// withFormerNames merges the functions with their names before Cassandra 5.0,
// which are the same without underscores.
func withFormerNames(natives []Native) []Native {
	former := map[string]string{}
	for _, native := range natives {
		former[strings.ToLower(native.Name)] = native.Name
	}
	for i, native := range natives {
		if name := former[strings.ReplaceAll(native.Name, "_", "")]; name != native.Name {
			natives[i].Former = name
		}
	}
	isFormer := map[string]bool{}
	for _, native := range natives {
		isFormer[native.Former] = true
	}
	natives = slices.DeleteFunc(natives, func(n Native) bool { return isFormer[n.Name] })
	slices.SortFunc(natives, func(a, b Native) int { return cmp.Compare(a.Name, b.Name) })
	return natives
}

func (f *factory) form() Form {
	form := Form{Optional: f.optional, Returns: f.result}
	for _, parameter := range f.parameters {
		form.Parameters = append(form.Parameters, cmp.Or(parameter.words, parameter.text))
	}
	return form
}

// formsOf merges the signatures of one name that differ in one type only.
func formsOf(functions []*Signature) []Form {
	if areOfNumbers(functions) {
		return []Form{{[]string{"number"}, 0, "number"}}
	}
	if functions[0].Name == "count" {
		return []Form{{[]string{"* | any"}, 0, functions[0].Returns.Name}}
	}
	var forms []Form
	for _, function := range functions {
		form := Form{Returns: function.Returns.Name}
		for _, argument := range function.Arguments {
			form.Parameters = append(form.Parameters, argument.Name)
		}
		if !slices.ContainsFunc(forms, func(f Form) bool { return f.join(form) }) {
			forms = append(forms, form)
		}
	}
	return forms
}

// areOfNumbers reports whether there is one function for each numeric type that
// returns the type of its argument.
func areOfNumbers(functions []*Signature) bool {
	of := map[string]bool{}
	for _, function := range functions {
		if len(function.Arguments) == 1 && function.Arguments[0].Name == function.Returns.Name {
			of[function.Returns.Name] = true
		}
	}
	return len(functions) == len(numbers) && slices.Equal(slices.Sorted(maps.Keys(of)), slices.Sorted(slices.Values(numbers)))
}

// join merges other into f if they differ in one parameter, and reports whether
// it did.
func (f Form) join(other Form) bool {
	if f.Returns != other.Returns || len(f.Parameters) != len(other.Parameters) {
		return false
	}
	var differs []int
	for i := range f.Parameters {
		if f.Parameters[i] != other.Parameters[i] {
			differs = append(differs, i)
		}
	}
	if len(differs) != 1 {
		return false
	}
	f.Parameters[differs[0]] += " | " + other.Parameters[differs[0]]
	return true
}
