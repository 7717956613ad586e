// Package sat is a deterministic incremental SAT solver.
//
// # Problem
//
// The bit-blaster (package bitblast) needs a solver that can be reset without
// allocating (tens of thousands of tiny formulas a second), that holds
// millions of clauses, and whose effort is bounded by conflicts, so that a
// verdict does not depend on the load of the machine.
//
// # Algorithm
//
// Conflict-driven clause learning (Marques-Silva and Sakallah; Eén and
// Sörensson, "An Extensible SAT-solver", 2003): two watched literals with
// blockers, first unique implication point, recursive minimisation, activities
// in a heap, phase saving. Restarts compare a fast and a slow moving average
// of the glue of learnt clauses (Audemard and Simon; Biere and Fröhlich); they
// alternate with stable phases of few restarts that aim at the largest
// conflict-free assignment seen (Biere et al., CaDiCaL). Learnt clauses are
// reduced by glue in three tiers (Oh, 2015). Solving under assumptions makes
// them the first decisions and explains failure by the implication graph.
//
// # Deviations
//
// One heap of activities serves both phases, with different decay. There is no
// inprocessing besides the removal of satisfied clauses: formulas come from
// circuits that were simplified before.
package sat
