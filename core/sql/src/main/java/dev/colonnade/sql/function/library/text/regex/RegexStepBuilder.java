package dev.colonnade.sql.function.library.text.regex;

import dev.colonnade.sql.function.library.text.regex.RegexNode.Preference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builder of the steps of a dissection, by the rules of PostgreSQL's {@code regcomp.c}: parts of a
 * branch are joined into one step unless they capture, refer to a group, or differ in preference.
 */
final class RegexStepBuilder {
  private static final int REFERS = 1;
  private static final int CAPTURES = 2;
  private static final int IS_MIXED = 4;

  private final Map<Integer, RegexNode> groups;
  private final int flags;

  RegexStepBuilder(Map<Integer, RegexNode> groups, int flags) {
    this.groups = groups;
    this.flags = flags;
  }

  /**
   * Step and its properties.
   *
   * @param traits sum of {@link #REFERS}, {@link #CAPTURES} and {@link #IS_MIXED}
   */
  private record Built(RegexStep step, RegexNode node, int traits) {
    Preference preference() {
      return step.preference();
    }
  }

  RegexStep build(RegexNode node) {
    return expression(node).step();
  }

  private RegexAutomaton automaton(RegexNode node) {
    return new RegexAutomaton(node, groups, flags);
  }

  private static int mixed(Preference first, Preference second) {
    boolean isMixed = first != second && first != Preference.NONE && second != Preference.NONE;
    return isMixed ? IS_MIXED : 0;
  }

  private Built expression(RegexNode node) {
    if (node instanceof RegexNode.Choice choice) {
      List<RegexStep> branches = new ArrayList<>();
      int traits = 0;
      for (RegexNode branch : choice.branches()) {
        Built built = expression(branch);
        branches.add(built.step());
        traits |= built.traits() | mixed(Preference.LONGEST, built.preference());
      }
      RegexStep step =
          traits == 0
              ? new RegexStep.Whole(automaton(node), Preference.LONGEST)
              : new RegexStep.Alternatives(automaton(node), branches);
      return new Built(step, node, traits);
    }
    return branch(node instanceof RegexNode.Sequence sequence ? sequence.parts() : List.of(node));
  }

  /** Returns the steps of a branch: a plain prefix, a part of its own, and the rest. */
  private Built branch(List<RegexNode> parts) {
    List<RegexNode> plain = new ArrayList<>();
    Preference preference = Preference.NONE;
    for (int i = 0; i < parts.size(); i++) {
      Part part = part(parts.get(i));
      Preference joined = preference.or(part.quantified()).or(part.atomPreference());
      boolean isPlain =
          part.traits() == 0
              && mixed(preference, part.quantified()) == 0
              && mixed(preference, part.atomPreference()) == 0
              && mixed(part.quantified(), part.atomPreference()) == 0;
      if (!isPlain) {
        List<RegexNode> rest = parts.subList(i + 1, parts.size());
        Built built = quantified(part);
        if (!rest.isEmpty()) {
          built = pair(built, branch(rest));
        }
        return plain.isEmpty() ? built : pair(whole(plain, preference), built);
      }
      plain.add(parts.get(i));
      preference = joined;
    }
    return whole(plain, preference);
  }

  private Built whole(List<RegexNode> parts, Preference preference) {
    RegexNode node = new RegexNode.Sequence(parts);
    return new Built(new RegexStep.Whole(automaton(node), preference), node, 0);
  }

  private Built pair(Built left, Built right) {
    RegexNode node = new RegexNode.Sequence(List.of(left.node(), right.node()));
    Preference preference = left.preference().or(right.preference());
    return new Built(
        new RegexStep.Pair(automaton(node), preference, left.step(), right.step()),
        node,
        left.traits() | right.traits() | mixed(left.preference(), right.preference()));
  }

  /**
   * Quantified atom.
   *
   * @param atom steps of a group; null for a letter, a constraint and a reference
   * @param group group to which the atom refers; 0 for none
   */
  private record Part(
      RegexNode node,
      RegexNode atomNode,
      @Nullable Built atom,
      int group,
      int min,
      int max,
      Preference quantified) {
    Preference atomPreference() {
      return atom == null ? Preference.NONE : atom.preference();
    }

    int traits() {
      return atom == null ? group > 0 ? REFERS : 0 : atom.traits();
    }
  }

  private Part part(RegexNode node) {
    RegexNode atom = node instanceof RegexNode.Repeat repeat ? repeat.atom() : node;
    Built built = null;
    if (atom instanceof RegexNode.Group group) {
      built = expression(group.body());
      if (group.number() > 0) {
        built =
            new Built(
                new RegexStep.Capture(group.number(), built.step()),
                atom,
                built.traits() | CAPTURES);
      }
    }
    int group = atom instanceof RegexNode.Reference reference ? reference.group() : 0;
    return node instanceof RegexNode.Repeat repeat
        ? new Part(node, atom, built, group, repeat.min(), repeat.max(), repeat.preference())
        : new Part(node, atom, built, group, 1, 1, Preference.NONE);
  }

  private Built quantified(Part part) {
    Preference preference = part.quantified().or(part.atomPreference());
    int traits = part.traits() | mixed(part.quantified(), part.atomPreference());
    if (part.group() > 0) {
      return new Built(
          new RegexStep.Repetition(
              automaton(part.node()), preference, part.group(), part.min(), part.max()),
          part.node(),
          traits);
    }
    Built atom = part.atom();
    boolean isOnce = part.min() == 1 && part.max() == 1;
    boolean hasOwnPreference =
        part.quantified() == Preference.NONE
            || part.atomPreference() == Preference.NONE
            || part.quantified() == part.atomPreference();
    if (atom != null && isOnce && hasOwnPreference) {
      return atom;
    }
    if (atom == null || (atom.traits() & (CAPTURES | REFERS)) == 0) {
      return new Built(
          new RegexStep.Whole(automaton(part.node()), preference), part.node(), traits);
    }
    if (part.min() > 0 && (atom.traits() & REFERS) == 0) {
      return last(part, atom, preference, traits);
    }
    return new Built(
        new RegexStep.Iteration(
            automaton(part.node()), preference, atom.step(), part.min(), part.max()),
        part.node(),
        traits);
  }

  /** Returns all repetitions but the last one as one step, and the last one with its groups. */
  private Built last(Part part, Built atom, Preference preference, int traits) {
    int max = part.max() == RegexNode.UNLIMITED ? part.max() : part.max() - 1;
    RegexNode before =
        new RegexNode.Repeat(part.atomNode(), part.min() - 1, max, part.quantified());
    RegexStep first = new RegexStep.Whole(automaton(before), preference);
    return new Built(
        new RegexStep.Pair(automaton(part.node()), preference, first, atom.step()),
        part.node(),
        traits);
  }
}
