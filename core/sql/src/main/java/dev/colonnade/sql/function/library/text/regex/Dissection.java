package dev.colonnade.sql.function.library.text.regex;

import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.library.text.regex.RegexNode.Preference;
import java.util.Arrays;

/**
 * Division of the text of a match between the groups of an expression: each part, from the left,
 * has the longest or shortest text with which the rest still matches, as in PostgreSQL's {@code
 * regexec.c}.
 */
final class Dissection {
  private final String text;
  private final boolean isAnyCase;

  /** Starts and ends of the groups; -1 for those without a text. */
  private final int[] bounds;

  private int steps;

  /**
   * Creates a dissection.
   *
   * @param bounds receives the starts and ends of the groups
   */
  Dissection(String text, boolean isAnyCase, int[] bounds) {
    this.text = text;
    this.isAnyCase = isAnyCase;
    this.bounds = bounds;
  }

  /**
   * Divides a part of the text, which the automaton of the step matches; returns whether it can.
   */
  boolean divide(RegexStep step, int begin, int end) {
    Interruption.check(++steps);
    return switch (step) {
      case RegexStep.Whole _ -> true;
      case RegexStep.Capture capture -> {
        boolean isDivided = divide(capture.body(), begin, end);
        if (isDivided) {
          bounds[2 * capture.group()] = begin;
          bounds[2 * capture.group() + 1] = end;
        }
        yield isDivided;
      }
      case RegexStep.Pair pair ->
          pair.left().preference() == Preference.SHORTEST
              ? ascending(pair, begin, end)
              : descending(pair, begin, end);
      case RegexStep.Alternatives alternatives -> alternative(alternatives, begin, end);
      case RegexStep.Repetition repetition -> repeats(repetition, begin, end);
      case RegexStep.Iteration iteration -> new Places(iteration, begin, end).search();
    };
  }

  private boolean divide(RegexStep.Pair pair, int begin, int middle, int end) {
    if (pair.right().automaton().matches(text, middle, end)) {
      if (divide(pair.left(), begin, middle) && divide(pair.right(), middle, end)) {
        return true;
      }
      forget(pair);
    }
    return false;
  }

  private boolean descending(RegexStep.Pair pair, int begin, int end) {
    RegexAutomaton left = pair.left().automaton();
    int middle = left.longest(text, begin, end);
    while (middle >= 0) {
      if (divide(pair, begin, middle, end)) {
        return true;
      }
      middle = middle == begin ? -1 : left.longest(text, begin, middle - 1);
    }
    return false;
  }

  private boolean ascending(RegexStep.Pair pair, int begin, int end) {
    RegexAutomaton left = pair.left().automaton();
    int middle = left.shortest(text, begin, begin, end);
    while (middle >= 0) {
      if (divide(pair, begin, middle, end)) {
        return true;
      }
      middle = middle == end ? -1 : left.shortest(text, begin, middle + 1, end);
    }
    return false;
  }

  private boolean alternative(RegexStep.Alternatives alternatives, int begin, int end) {
    for (RegexStep branch : alternatives.branches()) {
      if (branch.automaton().matches(text, begin, end)) {
        if (divide(branch, begin, end)) {
          return true;
        }
        forget(branch);
      }
    }
    return false;
  }

  /** Returns whether a part of the text is the text of a group, some times. */
  private boolean repeats(RegexStep.Repetition repetition, int begin, int end) {
    int start = bounds[2 * repetition.group()];
    if (start < 0) {
      return false;
    }
    int length = bounds[2 * repetition.group() + 1] - start;
    if (length == 0 || begin == end) {
      return begin == end && (length == 0 || repetition.min() == 0);
    }
    int count = (end - begin) / length;
    if ((end - begin) % length != 0 || count < repetition.min() || count > repetition.max()) {
      return false;
    }
    for (int at = begin; at < end; at += length) {
      Interruption.check(++steps);
      if (!text.regionMatches(isAnyCase, at, text, start, length)) {
        return false;
      }
    }
    return true;
  }

  /** Removes the texts of the groups within a step. */
  private void forget(RegexStep step) {
    switch (step) {
      case RegexStep.Whole _, RegexStep.Repetition _ -> {}
      case RegexStep.Capture capture -> {
        Arrays.fill(bounds, 2 * capture.group(), 2 * capture.group() + 2, -1);
        forget(capture.body());
      }
      case RegexStep.Pair pair -> {
        forget(pair.left());
        forget(pair.right());
      }
      case RegexStep.Alternatives alternatives -> alternatives.branches().forEach(this::forget);
      case RegexStep.Iteration iteration -> forget(iteration.atom());
    }
  }

  /** Search for the places between the repetitions of an expression. */
  private final class Places {
    private final RegexStep.Iteration iteration;
    private final RegexAutomaton automaton;
    private final boolean isShortest;
    private final int begin;
    private final int end;
    private final int min;
    private final int max;

    /** Ends of the repetitions from 1; the first value is the begin. */
    private int[] ends = new int[8];

    private int count;
    private int limit;
    private int divided;

    Places(RegexStep.Iteration iteration, int begin, int end) {
      this.iteration = iteration;
      this.automaton = iteration.atom().automaton();
      this.isShortest = iteration.atom().preference() == Preference.SHORTEST;
      this.begin = begin;
      this.end = end;
      this.min = Math.max(iteration.min(), 1);
      this.max = Math.max(Math.min(end - begin, iteration.max()), min);
    }

    boolean search() {
      boolean mayBeMissing = iteration.min() == 0 && begin == end;
      if (isShortest && mayBeMissing) {
        return true;
      }
      ends[0] = begin;
      count = 1;
      limit = isShortest ? begin : end;
      while (count > 0) {
        Interruption.check(++steps);
        int found = find();
        if (found < 0) {
          count--;
          change();
          continue;
        }
        set(found);
        divided = Math.min(divided, count - 1);
        if (found != end) {
          extend(found);
        } else if (count >= min && isDivided()) {
          return true;
        } else {
          change();
        }
      }
      return mayBeMissing;
    }

    private void set(int found) {
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, 2 * count);
      }
      ends[count] = found;
    }

    private int find() {
      int from = ends[count - 1];
      if (!isShortest) {
        return automaton.longest(text, from, limit);
      }
      if (limit == from && limit != end && !needsEmpty(limit)) {
        limit++;
      }
      if (count >= max) {
        limit = end;
      }
      return automaton.shortest(text, from, limit, end);
    }

    /** Returns whether the least number of repetitions is not possible without an empty one. */
    private boolean needsEmpty(int at) {
      return count < min && min - count >= end - at;
    }

    private void extend(int found) {
      if (count >= max) {
        count--;
        change();
      } else if (!isShortest && found == ends[count - 1] && !needsEmpty(found)) {
        change();
      } else {
        count++;
        limit = isShortest ? found : end;
      }
    }

    /** Moves the end of the last repetition that can be moved. */
    private void change() {
      while (count > 0) {
        int from = ends[count - 1];
        if (isShortest) {
          if (ends[count] < end) {
            limit = ends[count] + 1;
            return;
          }
        } else if (ends[count] > from) {
          limit = ends[count] - 1;
          if (limit > from || needsEmpty(from)) {
            return;
          }
        }
        count--;
      }
    }

    private boolean isDivided() {
      for (int i = divided + 1; i <= count; i++) {
        forget(iteration.atom());
        if (!divide(iteration.atom(), ends[i - 1], ends[i])) {
          return false;
        }
        divided = i;
      }
      return true;
    }
  }
}
