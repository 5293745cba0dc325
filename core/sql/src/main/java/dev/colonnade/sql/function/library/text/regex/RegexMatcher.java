package dev.colonnade.sql.function.library.text.regex;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.library.text.regex.RegexNode.Preference;
import java.util.Arrays;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Matcher of a text: finds the matches one after the other. Used by one thread. */
public final class RegexMatcher {
  private final CompiledRegex regex;
  private final String text;
  private final Matcher java;

  /** Starts and ends of the match and of its groups; -1 for those without a text. */
  private final int[] bounds;

  private int next;

  public RegexMatcher(CompiledRegex regex, String text) {
    this.regex = requireNonNull(regex, "regex is null");
    this.text = requireNonNull(text, "text is null");
    this.java = regex.search(text);
    this.bounds = new int[2 * (regex.groupCount() + 1)];
  }

  public int groupCount() {
    return regex.groupCount();
  }

  /** Returns the position of a group of the match, 0 for the match itself; -1 if it is missing. */
  public int start(int group) {
    return bounds[2 * group];
  }

  /** Returns the position behind a group of the match. */
  public int end(int group) {
    return bounds[2 * group + 1];
  }

  public @Nullable String group(int group) {
    return start(group) < 0 ? null : text.substring(start(group), end(group));
  }

  public boolean find(int from) {
    next = from;
    return find();
  }

  /** Finds the match behind the last one; returns whether there is one. */
  public boolean find() {
    int from = next;
    while (from <= text.length() && java.find(from)) {
      if (read(java.start())) {
        next = end(0) > start(0) ? end(0) : following(end(0));
        return true;
      }
      from = following(java.start());
    }
    return false;
  }

  private int following(int place) {
    return place >= text.length()
        ? text.length() + 1
        : place + Character.charCount(text.codePointAt(place));
  }

  /** Reads the match at a place; returns whether there is one. */
  private boolean read(int start) {
    if (regex.isJavaMatch(java.end() == text.length())) {
      for (int i = 0; i <= groupCount(); i++) {
        bounds[2 * i] = java.start(i);
        bounds[2 * i + 1] = java.end(i);
      }
      return true;
    }
    RegexStep steps = regex.steps();
    RegexAutomaton automaton = steps.automaton();
    boolean isShortest = steps.preference() == Preference.SHORTEST;
    int length = text.length();
    int end =
        isShortest
            ? automaton.shortest(text, start, start, length)
            : automaton.longest(text, start, length);
    while (end >= 0) {
      Arrays.fill(bounds, -1);
      if (new Dissection(text, regex.isAnyCase(), bounds).divide(steps, start, end)) {
        bounds[0] = start;
        bounds[1] = end;
        return true;
      }
      if (isShortest) {
        end = end == length ? -1 : automaton.shortest(text, start, end + 1, length);
      } else {
        end = end == start ? -1 : automaton.longest(text, start, end - 1);
      }
    }
    return false;
  }
}
