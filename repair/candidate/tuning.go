package candidate

import "culprit/internal/limit"

// The limits of the package (see package limit). None decides whether a change
// is right; they say how many changes there are to try. Those with a capital letter
// bound more than changes.
var (
	// MaxVariables bounds the variables in scope that may stand for another one, and
	// the names that one may have been meant for. So many right runs are kept of
	// those that samples give.
	MaxVariables = limit.Of("repair/candidate.MaxVariables", 24, 4, 200, "of each")
	// MaxConstants bounds the constants and conditions of the program that are
	// tried, and the values of a hole that tests give.
	MaxConstants = limit.Of("repair/candidate.MaxConstants", 16, 4, 100, "of each")
	// MaxCopies bounds the statements that are copied to a place or take its place,
	// and the changes of a line that are of one kind.
	MaxCopies = limit.Of("repair/candidate.MaxCopies", 12, 2, 100, "of each")
	// MaxReturns bounds the results that a return may have instead, the halves that
	// pairs are made of, the values that flow to a place, and the failing runs that
	// are kept.
	MaxReturns = limit.Of("repair/candidate.MaxReturns", 8, 2, 50, "of each")
	// maxSelected bounds what is tried of a kind where each is another text for the
	// same place: members, operands that change places, statements that are
	// repeated, arrays, variables without a use, and rounds of a hole.
	maxSelected = limit.Of("repair/candidate.maxSelected", 4, 1, 20, "of each")
	// MaxNamed bounds the functions, names and special cases that differ from one in
	// a little, the changes that are made together, and the failing runs on which a
	// change fails before it is given up.
	MaxNamed = limit.Of("repair/candidate.MaxNamed", 3, 1, 20, "of each")
	// MaxPartners bounds the values of a special case, what is changed with
	// something, the lines whose changes are paired, and the fixes that are shown.
	MaxPartners = limit.Of("repair/candidate.MaxPartners", 5, 1, 30, "of each")
	// maxElements bounds those next to one that may be meant.
	maxElements = limit.Of("repair/candidate.maxElements", 2, 1, 10, "elements")
	// MaxWidened bounds the declarations that get a wider type, and the texts in a
	// row that the front end may refuse.
	MaxWidened = limit.Of("repair/candidate.MaxWidened", 10, 1, 50, "of each")
	// maxTokens bounds the texts whose wording is compared.
	maxTokens = limit.Of("repair/candidate.maxTokens", 600, 50, 5_000, "words")
	// MaxNumbers bounds those that a constant may be instead.
	MaxNumbers = limit.Of("repair/candidate.MaxNumbers", 80, 10, 1_000, "numbers")
	// MaxAlone bounds those that are parsed by themselves; twice as many pairs are
	// completed.
	MaxAlone = limit.Of("repair/candidate.MaxAlone", 200, 20, 2_000, "changes")
	// MaxSamples bounds those made, and what is compared of runs.
	MaxSamples = limit.Of("repair/candidate.MaxSamples", 96, 16, 1_000, "inputs")
)
