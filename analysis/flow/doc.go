// Package flow computes the classic static dependences of a program:
//
//   - Postdominators and control dependence of the locations of a procedure
//     (Ferrante, Ottenstein, Warren: The program dependence graph and its use
//     in optimization, TOPLAS 1987; dominators by Cooper, Harvey, Kennedy: A
//     simple, fast dominance algorithm, 2001);
//   - what a procedure may modify and reference, its callees included;
//   - indirect influence, alias summary control dependence: the branches that
//     may have kept a definition from a use (papers 000 and 001).
//
// Control dependence is that of edges: a location depends on a branch edge if
// it is reached for certain once the edge is taken, but not from the branch
// itself. The virtual end of a procedure is after its exit, after locations
// without edges out (errors), and after one location of each cycle that
// cannot end, so that every location has a postdominator.
//
// A Slot is what a statement defines or uses: a variable or, as a whole, a
// region of memory (package alias must have run if the program uses memory).
// Regions are never overwritten completely, so that definitions of them do
// not hide earlier ones; nor do those a call makes.
package flow
