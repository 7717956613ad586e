// Package concolic looks for a failing run among executions on generated inputs.
//
// # Problem
//
// A loop of thousands of iterations with an input in each hides its failure
// from unrolling, which has to get to its end, and from random inputs, of
// which too few are right. A run that is concrete and symbolic at once gets to
// the end in a moment, and the terms say which inputs the condition there
// wants.
//
// # Algorithm
//
// Search first runs the program on a few constant and random inputs. Then it
// walks (concolic execution: Godefroid, Klarlund and Sen, DART, 2005). A walk
// has one symbolic state and one model of the inputs so far that satisfies all
// conditions passed. At a branch whose condition depends on inputs a policy
// says which way it wants to go: the nearer one to an error location, the
// first, the last, or one drawn for each branch. If the model goes another
// way, the walk looks for a model of all conditions passed that goes there;
// only inputs change, so that the rest of the path remains what it is. If it finds
// none it goes where the model goes. It never goes back: other walks have
// other policies and other first values.
//
// Models are looked for where they are cheap to find, one after the other:
//
//  1. the newest few inputs are free, the solver decides (the value just read,
//     the last terms of a checksum);
//  2. each input alone has a least and a greatest value among a few
//     candidates; mixtures of the two, the first k inputs from one and the
//     others from the other, are bisected for a change of sign of the compared
//     difference, and the input at the change is free for the solver (sums and
//     counts);
//  3. single inputs are changed as long as that makes the difference smaller
//     (products);
//  4. all inputs are free.
//
// Deviations from DART: a walk flips branches on its way forwards, not the
// last one of a finished run, so that one walk turns thousands of branches;
// and conditions are kept by groups of inputs that share one, so that a
// question is as large as its group.
//
// Near asks the same questions along one run, for runs beside it.
//
// A trace that is found was executed by package interp on its inputs alone.
package concolic
