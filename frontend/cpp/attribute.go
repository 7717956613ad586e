package cpp

import "strings"

// Meaning says what the lowering does about an attribute.
type Meaning uint8

const (
	// Unheard: gcc 12 does not know it, ignores it and warns.
	Unheard Meaning = iota
	// Harmless: it has no effect on the behaviour of a defined program.
	Harmless
	// Modelled: some part of the front end asks for it by name.
	Modelled
	// Claim: gcc relies on what it says of the function.
	Claim
	// UnsupportedAttribute: uses of the function, the variable or the type that carries
	// it are locations of kind Unsupported.
	UnsupportedAttribute
)

// Attributes are the attributes of gcc 12 for C on x86, without underscores
// around the names.
var Attributes = func() map[string]Meaning {
	out := map[string]Meaning{}
	for m, names := range map[Meaning]string{
		Modelled: `alias weakref weak cleanup constructor destructor noreturn gnu_inline always_inline
			aligned packed mode transparent_union scalar_storage_order vector_size ms_struct`,
		Claim: `const malloc nonnull pure returns_nonnull`,
		// The code of ifunc is chosen by a call that the program does not show,
		// bodies of naked functions are assembly, handlers run at any time.
		UnsupportedAttribute: `ifunc naked interrupt interrupt_handler`,
		Harmless: `
			access alloc_align alloc_size artificial assume_aligned cold common copy deprecated designated_init
			error expected_throw externally_visible fallthrough fd_arg flag_enum flatten format format_arg hot leaf
			may_alias no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize
			no_sanitize_address no_address_safety_analysis no_sanitize_coverage no_sanitize_thread no_sanitize_undefined
			no_split_stack no_stack_limit no_stack_protector no_vops nocommon noclone noinit noinline noipa
			nonstring noplt nothrow nothrow_call optimize patchable_function_entry persistent retain
			returns_twice section sentinel simd stack_protect symver tainted_args target target_clones
			tls_model transaction_callable transaction_may_cancel_outer transaction_pure transaction_safe
			transaction_safe_dynamic transaction_unsafe type_generic unavailable uninitialized unused used visibility
			volatile warn_if_not_aligned warn_unused_result warning zero_call_used_regs omp_declare_simd
			callee_pop_aggregate_return cdecl cf_check fastcall fentry_name fentry_section force_align_arg_pointer
			function_return gcc_struct indirect_branch indirect_return ms_abi ms_hook_prologue no_caller_saved_registers
			nocf_check nodirect_extern_access regparm signal sseregparm stdcall sysv_abi thiscall vectorcall
			dllexport dllimport`,
	} {
		for _, n := range strings.Fields(names) {
			out[n] = m
		}
	}
	return out
}()

// AttributeName strips the underscores by which a header keeps the name of an
// attribute out of the way of macros.
func AttributeName(s string) string {
	if len(s) > 4 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") {
		s = s[2 : len(s)-2]
	}
	return s
}

// StandardAttributes are those of C23 with the number that __has_c_attribute
// gives, and what gcc 12 calls them.
var StandardAttributes = map[string]struct {
	since int
	Gnu   string
}{
	"deprecated": {201904, "deprecated"}, "fallthrough": {201904, "fallthrough"},
	"maybe_unused": {201904, "unused"}, "nodiscard": {202003, "warn_unused_result"},
}

// hasAttribute is the value of __has_attribute or __has_c_attribute.
func hasAttribute(in []Token, gnu bool) int {
	name := AttributeName(in[0].Text)
	switch scoped := len(in) == 4 && in[1].Is(":") && in[2].Is(":"); {
	case scoped && name == "gnu":
		gnu, name = true, AttributeName(in[3].Text)
	case len(in) > 1:
		return 0
	case StandardAttributes[name].since > 0:
		return StandardAttributes[name].since
	}
	if gnu && Attributes[name] != Unheard {
		return 1
	}
	return 0
}
