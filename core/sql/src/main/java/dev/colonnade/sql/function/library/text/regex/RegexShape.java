package dev.colonnade.sql.function.library.text.regex;

import dev.colonnade.sql.function.library.text.regex.RegexNode.Preference;
import java.util.List;

/**
 * Analysis of regular expressions: whether Java tries the lengths of a match in the order that
 * PostgreSQL prefers, so that both have the same match.
 */
final class RegexShape {
  private static final long VARIABLE = -1;
  private static final long LENGTH_MAX = 1 << 20;

  private RegexShape() {}

  /** Returns whether one part at most has a length that varies, in the order of its preference. */
  static boolean isOrdered(RegexNode node) {
    if (length(node) != VARIABLE) {
      return true;
    }
    return switch (node) {
      case RegexNode.Group group -> isOrdered(group.body());
      case RegexNode.Repeat repeat -> length(repeat.atom()) > 0;
      case RegexNode.Sequence sequence -> {
        int variable = 0;
        boolean isOrdered = true;
        boolean hasForced = false;
        for (int i = 0; i < sequence.parts().size(); i++) {
          RegexNode part = sequence.parts().get(i);
          if (length(part) == VARIABLE && isForced(sequence.parts(), i)) {
            hasForced = true;
          } else if (length(part) == VARIABLE) {
            variable++;
            isOrdered &= isOrdered(part);
          }
        }
        yield variable <= 1 && isOrdered && !(hasForced && hasShortest(sequence));
      }
      case RegexNode.Choice _, RegexNode.Reference _ -> false;
      case RegexNode.Letter _, RegexNode.Constraint _ -> true;
    };
  }

  /**
   * Returns whether the match that Java finds is PostgreSQL's if it ends with the text: all parts
   * prefer long texts, and one part at most before, between and behind groups has a length that
   * varies.
   */
  static boolean isOrderedAtEnd(RegexNode node) {
    List<RegexNode> parts =
        node instanceof RegexNode.Sequence sequence ? sequence.parts() : List.of(node);
    int variable = 0;
    for (int i = 0; i < parts.size(); i++) {
      RegexNode part = parts.get(i);
      boolean isVariable = length(part) == VARIABLE && !isForced(parts, i);
      boolean isCapture = part instanceof RegexNode.Group group && group.number() > 0;
      variable = isCapture ? 0 : isVariable ? variable + 1 : variable;
      if (variable > 1 || hasShortest(part) || (isVariable && !isOrdered(part))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasShortest(RegexNode node) {
    return switch (node) {
      case RegexNode.Group group -> hasShortest(group.body());
      case RegexNode.Repeat repeat ->
          repeat.preference() == Preference.SHORTEST || hasShortest(repeat.atom());
      case RegexNode.Sequence sequence ->
          sequence.parts().stream().anyMatch(RegexShape::hasShortest);
      case RegexNode.Choice choice -> choice.branches().stream().anyMatch(RegexShape::hasShortest);
      case RegexNode.Letter _, RegexNode.Constraint _, RegexNode.Reference _ -> false;
    };
  }

  /**
   * Returns whether the length of a part is that of a run of letters: the letter behind it is none
   * of them.
   */
  private static boolean isForced(List<RegexNode> parts, int index) {
    RegexNode part = parts.get(index);
    RegexNode run = part instanceof RegexNode.Group group ? group.body() : part;
    return run instanceof RegexNode.Repeat repeat
        && repeat.preference() == Preference.LONGEST
        && repeat.atom() instanceof RegexNode.Letter repeated
        && index + 1 < parts.size()
        && parts.get(index + 1) instanceof RegexNode.Letter next
        && repeated.letters().isDisjoint(next.letters());
  }

  /** Returns the number of letters that a node matches; negative if it varies. */
  private static long length(RegexNode node) {
    return switch (node) {
      case RegexNode.Letter _ -> 1;
      case RegexNode.Constraint _ -> 0;
      case RegexNode.Reference _ -> VARIABLE;
      case RegexNode.Group group -> length(group.body());
      case RegexNode.Repeat repeat -> {
        long length = length(repeat.atom());
        boolean isFixed = repeat.min() == repeat.max() && length != VARIABLE;
        yield isFixed ? known(length * repeat.min()) : VARIABLE;
      }
      case RegexNode.Sequence sequence -> {
        long length = 0;
        for (RegexNode part : sequence.parts()) {
          long added = length(part);
          length = length == VARIABLE || added == VARIABLE ? VARIABLE : known(length + added);
        }
        yield length;
      }
      case RegexNode.Choice choice -> {
        long length = length(choice.branches().getFirst());
        for (RegexNode branch : choice.branches()) {
          length = length(branch) == length ? length : VARIABLE;
        }
        yield length;
      }
    };
  }

  private static long known(long length) {
    return length > LENGTH_MAX ? VARIABLE : length;
  }
}
