package dev.colonnade.sql.function.array;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.type.value.ArrayShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Check of the braces of an array in its text form, from which its dimensions follow. */
final class ArrayLiteralDimensions {
  /** Position in the structure, as PostgreSQL distinguishes it. */
  private enum State {
    NO_LEVEL,
    LEVEL_STARTED,
    ELEMENT_STARTED,
    QUOTED_STARTED,
    QUOTED_COMPLETED,
    ELEMENT_DELIMITED,
    LEVEL_COMPLETED,
    LEVEL_DELIMITED
  }

  private static final String BLANKS = " \t\n\r\f\u000b";
  private static final String UNEXPECTED_ELEMENT = "Unexpected array element.";
  private static final String UNEXPECTED_END = "Unexpected end of input.";
  private static final String NOT_MATCHING =
      "Multidimensional arrays must have sub-arrays with matching dimensions.";

  private final String text;
  private final char delimiter;

  /** Numbers of members of the open levels. */
  private final int[] counts = new int[ArrayShape.DIMENSIONS_MAX];

  /** Numbers of members of the last closed braces of each level; 0 if there are none. */
  private final int[] lastCounts = new int[ArrayShape.DIMENSIONS_MAX];

  /** Numbers of closed braces of each level since the last brace around them was opened. */
  private final int[] lengths = new int[ArrayShape.DIMENSIONS_MAX];

  private State state = State.NO_LEVEL;
  private boolean inQuotes;
  private boolean hasElements;
  private int level;
  private int depth = 1;
  private int at;

  /**
   * Creates a check.
   *
   * @param start of the first brace
   * @param delimiter between elements
   */
  ArrayLiteralDimensions(String text, int start, char delimiter) {
    this.text = text;
    this.delimiter = delimiter;
    this.at = start;
    Arrays.fill(counts, 1);
  }

  /** Returns the lengths of the dimensions; none if there are no elements. */
  int[] read() {
    do {
      Interruption.check(at);
      if (at == text.length()) {
        throw malformed(UNEXPECTED_END);
      }
      next(text.charAt(at++));
      hasElements |= state == State.ELEMENT_STARTED || state == State.QUOTED_STARTED;
    } while (level > 0);
    while (at < text.length()) {
      if (!isBlank(text.charAt(at++))) {
        throw malformed("Junk after closing right brace.");
      }
    }
    return hasElements ? Arrays.copyOf(lengths, depth) : new int[0];
  }

  private void next(char letter) {
    if (letter == delimiter) {
      if (!inQuotes) {
        delimit();
      }
      return;
    }
    switch (letter) {
      case '\\' -> escape();
      case '"' -> quote();
      case '{' -> {
        if (!inQuotes) {
          open();
        }
      }
      case '}' -> {
        if (!inQuotes) {
          close();
        }
      }
      default -> {
        if (!inQuotes && !isBlank(letter)) {
          require(
              state == State.LEVEL_STARTED
                  || state == State.ELEMENT_STARTED
                  || state == State.ELEMENT_DELIMITED,
              UNEXPECTED_ELEMENT);
          state = State.ELEMENT_STARTED;
        }
      }
    }
  }

  private void escape() {
    require(
        state == State.LEVEL_STARTED
            || state == State.ELEMENT_STARTED
            || state == State.QUOTED_STARTED
            || state == State.ELEMENT_DELIMITED,
        "Unexpected \"\\\" character.");
    if (state != State.QUOTED_STARTED) {
      state = State.ELEMENT_STARTED;
    }
    require(at < text.length(), UNEXPECTED_END);
    at++;
  }

  private void quote() {
    require(
        state == State.LEVEL_STARTED
            || state == State.QUOTED_STARTED
            || state == State.ELEMENT_DELIMITED,
        UNEXPECTED_ELEMENT);
    inQuotes = !inQuotes;
    hasElements = true;
    state = inQuotes ? State.QUOTED_STARTED : State.QUOTED_COMPLETED;
  }

  private void open() {
    require(
        state == State.NO_LEVEL || state == State.LEVEL_STARTED || state == State.LEVEL_DELIMITED,
        "Unexpected \"{\" character.");
    state = State.LEVEL_STARTED;
    ArrayShape.requireDimensions(level + 1);
    lengths[level] = 0;
    level++;
    depth = Math.max(depth, level);
  }

  private void close() {
    require(
        isMemberComplete() || (level == 1 && state == State.LEVEL_STARTED),
        "Unexpected \"}\" character.");
    state = State.LEVEL_COMPLETED;
    level--;
    require(lastCounts[level] == 0 || lastCounts[level] == counts[level], NOT_MATCHING);
    lastCounts[level] = counts[level];
    counts[level] = 1;
    lengths[level == 0 ? depth - 1 : level - 1]++;
  }

  private void delimit() {
    require(isMemberComplete(), "Unexpected \",\" character.");
    state = state == State.LEVEL_COMPLETED ? State.LEVEL_DELIMITED : State.ELEMENT_DELIMITED;
    counts[level - 1]++;
    lengths[depth - 1]++;
  }

  private boolean isMemberComplete() {
    return state == State.ELEMENT_STARTED
        || state == State.QUOTED_COMPLETED
        || state == State.LEVEL_COMPLETED;
  }

  private void require(boolean isMet, String detail) {
    if (!isMet) {
      throw malformed(detail);
    }
  }

  private ColonnadeException malformed(String detail) {
    return malformed(text, detail);
  }

  /** Returns whether a character is a blank between the elements of arrays. */
  static boolean isBlank(char letter) {
    return BLANKS.indexOf(letter) >= 0;
  }

  static ColonnadeException malformed(String text, @Nullable String detail) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "malformed array literal: \"" + text + "\"",
        detail == null ? ErrorFields.NONE : ErrorFields.NONE.withDetail(detail));
  }
}
