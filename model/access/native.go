package access

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Native is a function of the server, for who wants to show what there is.
type Native struct {
	Name string
	// Former is its name before 5.0, which still calls it, or "".
	Former    string
	Aggregate bool
	// Forms are the ways to call it.
	Forms []Form
}

// Form is a way to call a function. Parameters and the result are types in
// words: "timestamp | timeuuid" where either will do.
type Form struct {
	Parameters []string
	// Optional is how many of the last parameters may be missing.
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

// Natives are the server's functions by their names, without those behind the
// operators.
var Natives = sync.OnceValue(func() []Native {
	natives := []Native{{Name: "token", Forms: []Form{{[]string{"partition key"}, 0, "bigint"}}}}
	for name, factory := range nativeFactories {
		natives = append(natives, Native{Name: name, Aggregate: factory.aggregate, Forms: []Form{factory.form()}})
	}
	for name, functions := range nativeFunctions {
		if !strings.HasPrefix(name, "_") {
			natives = append(natives, Native{Name: name, Aggregate: functions[0].Aggregate, Forms: formsOf(functions)})
		}
	}
	return withFormerNames(natives)
})

// withFormerNames leaves out the functions under their names before 5.0, which
// have no underscores.
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

// formsOf puts functions of one name together that differ in one type only.
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

// areOfNumbers: each type of number to the same type.
func areOfNumbers(functions []*Signature) bool {
	of := map[string]bool{}
	for _, function := range functions {
		if len(function.Arguments) == 1 && function.Arguments[0].Name == function.Returns.Name {
			of[function.Returns.Name] = true
		}
	}
	return len(functions) == len(numbers) && slices.Equal(slices.Sorted(maps.Keys(of)), slices.Sorted(slices.Values(numbers)))
}

// join adds the other form to this one where they differ in one parameter.
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
