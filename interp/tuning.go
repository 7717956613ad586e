package interp

// The tuning constants of the package, each with its unit, its reason, and the
// range in which the reason holds. The results of an execution do not depend on
// them. The ranges are judged, not measured.
const (
	// Search.

	// searchRuns share the budget of a round evenly: three inputs are fixed, the
	// others random. 4 to 20.
	searchRuns = 6
	// searchSteps bounds one of them, in statements: about a second. 1,000,000 to
	// 500,000,000.
	searchSteps = 50_000_000
	// States: maxStateSteps is what a run from one input to the next may take, in
	// statements, stateSteps what keeping a state costs, in the same unit. 10,000
	// to 1,000,000, 50 to 500.
	maxStateSteps, stateSteps = 200_000, 100
	// fewRuns is after how many a search that meets hardly any state twice waits for
	// the next turn. 100 to 5,000.
	fewRuns = 500
	// maxAlphabet is how many values of an input are tried. 8 to 100.
	maxAlphabet = 32
	// maxStates bounds the runs, maxStateBytes the states that wait, maxStatePages
	// the memory of one, in pages: hashing takes time. Judged.
	maxStates, maxStateBytes, maxStatePages = 1 << 22, 1 << 28, 256
	// maxLiveWords bounds the sets of live variables of a procedure, 8 bytes each;
	// beyond it all are taken for live. 100,000 to 10,000,000.
	maxLiveWords = 1 << 21
	// maxInputBytes bounds the memory that one generated input fills. 4 KiB to
	// 1 MiB.
	maxInputBytes = 1 << 16

	// Speed.

	// slice is how many statements are executed between two looks at the
	// context: about a millisecond. 2^14 to 2^22.
	slice = 1 << 18
	// maxAgain is the size, in operations, of a condition that is compiled a
	// second time to save a jump. 4 to 32.
	maxAgain = 8
	// extentSlots is the size of the cache of blocks found alive. 64 to 4,096.
	extentSlots = 256
	// tapeLimit is how many bytes of recorded inputs are kept in memory, the
	// others in a file, which is read by tapeChunk bytes. 1 to 256 MiB, 4 to
	// 256 KiB.
	tapeLimit, tapeChunk = 1 << 24, 1 << 14

	// Checks.

	// nearby is how far from a block, in bytes, an access still counts as one out
	// of its bounds rather than as a wild one. 4 KiB to 1 MiB.
	nearby = 1 << 16
	// maxOwned bounds the bytes of one block statement whose regions are
	// followed (Limits.Regions), maxShade those of a block that are watched for
	// uninitialised reads. 4 KiB to 1 MiB, 64 KiB to 64 MiB.
	maxOwned, maxShade = 1 << 14, 1 << 22
)
