package ccfix

// The types that stand for parts in rewritten texts.
const RealName, ImagName = "__culprit_real", "__culprit_imag"

// ElementName is the function that a rewritten text calls for an element of a
// vector that is not one to cc.
const ElementName = "__culprit_element"

// ComplexSize is the size of vectors that stand for complex numbers with parts
// of this type, or, times 2 to the power of the rank, of a floating type: cc lets
// all operators have integers, and keeps the sizes of vectors in all places.
const ComplexSize = 1 << 50

// ImaginaryName is the function that imaginary integers are results of.
const ImaginaryName = "__culprit_imaginary"
