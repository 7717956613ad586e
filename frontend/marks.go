package frontend

// The types that stand for parts in rewritten texts.
const realName, imagName = "__culprit_real", "__culprit_imag"

// elementName is the function that a rewritten text calls for an element of a
// vector that is not one to cc.
const elementName = "__culprit_element"

// complexMark is the size of vectors that stand for complex numbers with parts
// of this type, or, times 2 to the power of the rank, of a floating type: cc lets
// all operators have integers, and keeps the sizes of vectors in all places.
const complexMark = 1 << 50

// imaginaryName is the function that imaginary integers are results of.
const imaginaryName = "__culprit_imaginary"
