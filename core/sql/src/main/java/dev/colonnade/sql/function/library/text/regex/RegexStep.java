package dev.colonnade.sql.function.library.text.regex;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.library.text.regex.RegexNode.Preference;
import java.util.List;

/**
 * Step of a dissection: divides the text of a match between the parts of an expression, as far as
 * groups and preferences need it.
 */
sealed interface RegexStep {
  /** Returns the automaton of the whole expression of the step. */
  RegexAutomaton automaton();

  /** Returns the preferred length of the expression. */
  Preference preference();

  /** Expression without parts: no group depends on how it matches. */
  record Whole(RegexAutomaton automaton, Preference preference) implements RegexStep {}

  /** Two expressions, one behind the other. */
  record Pair(RegexAutomaton automaton, Preference preference, RegexStep left, RegexStep right)
      implements RegexStep {}

  /** Alternatives, of which the first one that matches is chosen. */
  record Alternatives(RegexAutomaton automaton, List<RegexStep> branches) implements RegexStep {
    public Alternatives {
      branches = List.copyOf(requireNonNull(branches, "branches is null"));
    }

    @Override
    public Preference preference() {
      return Preference.LONGEST;
    }
  }

  /** Repetition of an expression that refers to a group. */
  record Iteration(
      RegexAutomaton automaton, Preference preference, RegexStep atom, int min, int max)
      implements RegexStep {}

  /** Repeated text of a group. */
  record Repetition(RegexAutomaton automaton, Preference preference, int group, int min, int max)
      implements RegexStep {}

  /** Group whose text is noted. */
  record Capture(int group, RegexStep body) implements RegexStep {
    @Override
    public RegexAutomaton automaton() {
      return body.automaton();
    }

    @Override
    public Preference preference() {
      return body.preference();
    }
  }
}
