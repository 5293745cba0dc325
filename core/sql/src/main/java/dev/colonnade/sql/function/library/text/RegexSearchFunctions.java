package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.library.text.regex.RegexMatcher;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Regular expression functions that count, locate, extract and replace the n-th match. */
public final class RegexSearchFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "regexp_count(text, text) int4 = count",
          "regexp_count(text, text, int4) int4 = countFrom",
          "regexp_count(text, text, int4, text) int4 = countFlagged",
          "regexp_instr(text, text) int4 = place",
          "regexp_instr(text, text, int4) int4 = placeFrom",
          "regexp_instr(text, text, int4, int4) int4 = placeOf",
          "regexp_instr(text, text, int4, int4, int4) int4 = placeOfEnd",
          "regexp_instr(text, text, int4, int4, int4, text) int4 = placeFlagged",
          "regexp_instr(text, text, int4, int4, int4, text, int4) int4 = placeOfGroup",
          "regexp_substr(text, text) text? = part",
          "regexp_substr(text, text, int4) text? = partFrom",
          "regexp_substr(text, text, int4, int4) text? = partOf",
          "regexp_substr(text, text, int4, int4, text) text? = partFlagged",
          "regexp_substr(text, text, int4, int4, text, int4) text? = partOfGroup",
          "regexp_replace(text, text, text, int4) text = replaceFrom",
          "regexp_replace(text, text, text, int4, int4) text = replaceOf",
          "regexp_replace(text, text, text, int4, int4, text) text = replaceFlagged",
          "regexp_matches(text, text) text[][] = matches",
          "regexp_matches(text, text, text) text[][] = allMatches",
          "regexp_split_to_table(text, text) text[] = splitRows",
          "regexp_split_to_table(text, text, text) text[] = splitRowsFlagged");

  private RegexSearchFunctions() {}

  public static int count(String value, String pattern) {
    return countFlagged(value, pattern, 1, "");
  }

  public static int countFrom(String value, String pattern, int start) {
    return countFlagged(value, pattern, start, "");
  }

  public static int countFlagged(String value, String pattern, int start, String flags) {
    RegexMatcher matcher = matcher("regexp_count", value, pattern, flags);
    int found = 0;
    for (boolean isFound = find(matcher, value, start); isFound; isFound = matcher.find()) {
      found++;
    }
    return found;
  }

  public static int place(String value, String pattern) {
    return placeOfGroup(value, pattern, 1, 1, 0, "", 0);
  }

  public static int placeFrom(String value, String pattern, int start) {
    return placeOfGroup(value, pattern, start, 1, 0, "", 0);
  }

  public static int placeOf(String value, String pattern, int start, int number) {
    return placeOfGroup(value, pattern, start, number, 0, "", 0);
  }

  public static int placeOfEnd(String value, String pattern, int start, int number, int end) {
    return placeOfGroup(value, pattern, start, number, end, "", 0);
  }

  public static int placeFlagged(
      String value, String pattern, int start, int number, int end, String flags) {
    return placeOfGroup(value, pattern, start, number, end, flags, 0);
  }

  /**
   * Returns the position from 1 of the first character of a match, or of the one after the last; 0
   * if there is no such match.
   */
  public static int placeOfGroup(
      String value, String pattern, int start, int number, int end, String flags, int group) {
    requireNumber("n", number, 1);
    if (end != 0 && end != 1) {
      throw invalid("endoption", end);
    }
    requireNumber("subexpr", group, 0);
    RegexMatcher matcher = matcher("regexp_instr", value, pattern, flags);
    int part = part(matcher, group);
    if (!find(matcher, value, start, number) || part < 0) {
      return 0;
    }
    int at = end == 0 ? matcher.start(part) : matcher.end(part);
    return at < 0 ? 0 : value.codePointCount(0, at) + 1;
  }

  public static @Nullable String part(String value, String pattern) {
    return partOfGroup(value, pattern, 1, 1, "", 0);
  }

  public static @Nullable String partFrom(String value, String pattern, int start) {
    return partOfGroup(value, pattern, start, 1, "", 0);
  }

  public static @Nullable String partOf(String value, String pattern, int start, int number) {
    return partOfGroup(value, pattern, start, number, "", 0);
  }

  public static @Nullable String partFlagged(
      String value, String pattern, int start, int number, String flags) {
    return partOfGroup(value, pattern, start, number, flags, 0);
  }

  public static @Nullable String partOfGroup(
      String value, String pattern, int start, int number, String flags, int group) {
    requireNumber("n", number, 1);
    requireNumber("subexpr", group, 0);
    RegexMatcher matcher = matcher("regexp_substr", value, pattern, flags);
    int part = part(matcher, group);
    return find(matcher, value, start, number) && part >= 0 ? matcher.group(part) : null;
  }

  public static String replaceFrom(String value, String pattern, String by, int start) {
    return replaceFlagged(value, pattern, by, start, 1, "");
  }

  public static String replaceOf(String value, String pattern, String by, int start, int number) {
    return replaceFlagged(value, pattern, by, start, number, "");
  }

  /** Replaces the n-th match, or all matches if the number is 0. */
  public static String replaceFlagged(
      String value, String pattern, String by, int start, int number, String flags) {
    requireNumber("n", number, 0);
    RegexMatcher matcher = RegexFunctions.matcher(value, pattern, flags.replace("g", ""));
    return RegexFunctions.replaced(value, matcher, by, find(matcher, value, start), number);
  }

  public static List<?> matches(String value, String pattern) {
    return RegexFunctions.allMatches(value, pattern, "");
  }

  public static List<?> allMatches(String value, String pattern, String flags) {
    return RegexFunctions.allMatches(value, pattern, flags);
  }

  public static List<?> splitRows(String value, String pattern) {
    return RegexFunctions.splitFlagged(value, pattern, "");
  }

  public static List<?> splitRowsFlagged(String value, String pattern, String flags) {
    return RegexFunctions.splitFlagged(value, pattern, flags);
  }

  private static RegexMatcher matcher(String function, String value, String pattern, String flags) {
    if (flags.contains("g")) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, function + "() does not support the \"global\" option");
    }
    return RegexFunctions.matcher(value, pattern, flags);
  }

  /** Returns the group of a number, -1 without one: the match is the first group if it has none. */
  private static int part(RegexMatcher matcher, int group) {
    boolean isMatch = group == 1 && matcher.groupCount() == 0;
    return isMatch ? 0 : group <= matcher.groupCount() ? group : -1;
  }

  private static boolean find(RegexMatcher matcher, String value, int start, int number) {
    boolean isFound = find(matcher, value, start);
    for (int i = 1; i < number && isFound; i++) {
      isFound = matcher.find();
    }
    return isFound;
  }

  /** Finds the first match at or after a character position, counted from 1. */
  private static boolean find(RegexMatcher matcher, String value, int start) {
    requireNumber("start", start, 1);
    return start - 1 <= value.codePointCount(0, value.length())
        && matcher.find(value.offsetByCodePoints(0, start - 1));
  }

  private static void requireNumber(String parameter, int value, int min) {
    if (value < min) {
      throw invalid(parameter, value);
    }
  }

  private static ColonnadeException invalid(String parameter, int value) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "invalid value for parameter \"" + parameter + "\": " + value);
  }
}
