// Package ccfix makes texts that modernc.org/cc/v4 reads out of preprocessed C,
// and syntax trees out of what cc says.
//
// Problem: cc rejects some programs that compilers accept, misreads a few, and
// loses what later steps ask for. Everything that only its defects are the reason
// for is here, and would go with a parser without them: tokens are replaced by
// others that mean the same, and where cc still refuses, or chose the wrong type,
// the text is rewritten by what cc said and read again. cc knows a text under a
// name of its own; offsets in it lead back to the user's tokens (Text.At).
//
// To be read in this order:
//
//  1. unit.go: the text of a unit; text.go: Prepare and Translate, its way to a tree.
//  2. cc.go: what keeps cc quiet, and makes it end; texts that are refused, since
//     recursion over their trees would be too deep; the names and sizes by which the
//     lowering knows what was rewritten.
//  3. revise.go: tokens that become other tokens.
//  4. rewriter.go, rewrite.go, and rewrite_syntax.go, rewrite_type.go, rewrite_attributes.go,
//     rewrite_initializer.go, rewrite_composite.go: tokens that become text.
//  5. generic.go, qualified.go: selections by type, which cc gets wrong.
//  6. pragma.go: pragmas, which cc does not see.
//  7. errors.go: what cc says, in words of C.
//
// doc/design/frontend.md says what a fork of cc would change.
package ccfix
