package dev.colonnade.sql.function.library.text.regex;

import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Nondeterministic automaton of a regular expression, which finds the longest and the shortest
 * match at a place in time proportional to the text. A reference matches what its group can match.
 */
final class RegexAutomaton {
  private static final int STATES_MAX = 100_000;

  private enum Kind {
    LETTER,
    CONSTRAINT,
    SPLIT,
    END
  }

  private final Map<Integer, RegexNode> groups;
  private final int flags;
  private final List<Kind> kinds = new ArrayList<>();
  private final List<@Nullable LetterSet> letters = new ArrayList<>();
  private final List<@Nullable Pattern> constraints = new ArrayList<>();
  private int[] next = new int[16];
  private int[] other = new int[16];
  private final int start;

  /**
   * Creates an automaton.
   *
   * @param groups bodies of the groups by their number
   * @param flags flags of {@link Pattern} for constraints
   */
  RegexAutomaton(RegexNode node, Map<Integer, RegexNode> groups, int flags) {
    this.groups = groups;
    this.flags = flags;
    this.start = add(node, state(Kind.END, null, null, -1, -1));
  }

  private int state(
      Kind kind, @Nullable LetterSet set, @Nullable Pattern constraint, int to, int alternative) {
    int state = kinds.size();
    if (state == STATES_MAX) {
      throw RegexOptions.error("regular expression is too complex");
    }
    kinds.add(kind);
    letters.add(set);
    constraints.add(constraint);
    if (state == next.length) {
      next = Arrays.copyOf(next, 2 * state);
      other = Arrays.copyOf(other, 2 * state);
    }
    next[state] = to;
    other[state] = alternative;
    return state;
  }

  /** Adds the states of a node that leads to a state; returns its first state. */
  private int add(RegexNode node, int to) {
    return switch (node) {
      case RegexNode.Letter letter -> state(Kind.LETTER, letter.letters(), null, to, -1);
      case RegexNode.Constraint constraint ->
          state(Kind.CONSTRAINT, null, Pattern.compile(constraint.java(), flags), to, -1);
      case RegexNode.Group group -> add(group.body(), to);
      case RegexNode.Reference reference ->
          add(groups.getOrDefault(reference.group(), new RegexNode.Sequence(List.of())), to);
      case RegexNode.Sequence sequence -> {
        int first = to;
        for (RegexNode part : sequence.parts().reversed()) {
          first = add(part, first);
        }
        yield first;
      }
      case RegexNode.Choice choice -> {
        int first = -1;
        for (RegexNode branch : choice.branches().reversed()) {
          int added = add(branch, to);
          first = first < 0 ? added : state(Kind.SPLIT, null, null, added, first);
        }
        yield first;
      }
      case RegexNode.Repeat repeat -> addRepeat(repeat, to);
    };
  }

  private int addRepeat(RegexNode.Repeat repeat, int to) {
    int first = to;
    if (repeat.max() == RegexNode.UNLIMITED) {
      int loop = state(Kind.SPLIT, null, null, -1, to);
      int atom = add(repeat.atom(), loop);
      next[loop] = atom;
      first = loop;
    } else {
      for (int i = repeat.min(); i < repeat.max(); i++) {
        first = state(Kind.SPLIT, null, null, add(repeat.atom(), first), to);
      }
    }
    for (int i = 0; i < repeat.min(); i++) {
      first = add(repeat.atom(), first);
    }
    return first;
  }

  /** Returns the end of the longest match from a place that ends at a limit at most, or -1. */
  int longest(String text, int begin, int limit) {
    return run(text, begin, begin, limit, false);
  }

  /** Returns the end of the shortest match from a place that ends between two places, or -1. */
  int shortest(String text, int begin, int least, int limit) {
    return run(text, begin, least, limit, true);
  }

  /** Returns whether the automaton matches a part of a text. */
  boolean matches(String text, int begin, int end) {
    return run(text, begin, end, end, true) == end;
  }

  private int run(String text, int begin, int least, int limit, boolean isShortest) {
    States current = new States(kinds.size());
    States following = new States(kinds.size());
    Matcher[] matchers = new Matcher[kinds.size()];
    close(current, start, text, begin, matchers);
    int found = -1;
    int place = begin;
    while (true) {
      if (current.hasEnd && place >= least) {
        found = place;
        if (isShortest) {
          return found;
        }
      }
      if (current.count == 0 || place >= limit) {
        return found;
      }
      int letter = text.codePointAt(place);
      place += Character.charCount(letter);
      if (place > limit) {
        return found;
      }
      Interruption.check(place);
      following.clear();
      for (int i = 0; i < current.count; i++) {
        int state = current.letters[i];
        LetterSet set = letters.get(state);
        if (set != null && set.contains(letter)) {
          close(following, next[state], text, place, matchers);
        }
      }
      States read = current;
      current = following;
      following = read;
    }
  }

  /** Adds a state and those that it reaches without a letter. */
  private void close(States states, int first, String text, int place, @Nullable Matcher[] known) {
    int[] stack = states.stack;
    int depth = 0;
    stack[depth++] = first;
    while (depth > 0) {
      int state = stack[--depth];
      if (!states.isNew(state)) {
        continue;
      }
      switch (kinds.get(state)) {
        case LETTER -> states.letters[states.count++] = state;
        case END -> states.hasEnd = true;
        case SPLIT -> {
          stack[depth++] = other[state];
          stack[depth++] = next[state];
        }
        case CONSTRAINT -> {
          if (holds(state, text, place, known)) {
            stack[depth++] = next[state];
          }
        }
      }
    }
  }

  private boolean holds(int state, String text, int place, @Nullable Matcher[] known) {
    Matcher matcher = known[state];
    Pattern constraint = constraints.get(state);
    if (matcher == null && constraint != null) {
      matcher = constraint.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
      known[state] = matcher;
    }
    return matcher != null && matcher.region(place, text.length()).lookingAt();
  }

  /** Set of states at a place of the text. */
  private static final class States {
    private final int[] letters;
    private final int[] stack;
    private final int[] rounds;
    private int round = 1;
    private int count;
    private boolean hasEnd;

    States(int size) {
      letters = new int[size];
      // A state is expanded once for a place and leaves two more.
      stack = new int[2 * size + 2];
      rounds = new int[size];
    }

    void clear() {
      round++;
      count = 0;
      hasEnd = false;
    }

    boolean isNew(int state) {
      boolean isNew = rounds[state] != round;
      rounds[state] = round;
      return isNew;
    }
  }
}
