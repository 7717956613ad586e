package danger

import "culprit/automata"

func (a *annotation) accelerate(states []automata.State) bool { return false }
