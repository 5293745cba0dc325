package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.library.text.regex.CompiledRegex;
import dev.colonnade.sql.function.library.text.regex.RegexCache;
import dev.colonnade.sql.function.library.text.regex.RegexMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Regular expression functions of PostgreSQL. */
public final class RegexFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "~(text, text) bool = matches",
          "~*(text, text) bool = matchesAnyCase",
          "!~(text, text) bool = differs",
          "!~*(text, text) bool = differsAnyCase",
          "regexp_like(text, text) bool = matches",
          "regexp_like(text, text, text) bool",
          "similar(text, text) bool",
          "similar(text, text, text) bool = similarEscaped",
          "substring(text, text) text? = substringMatching",
          "substring(text, text, text) text? = substringSimilar",
          "regexp_replace(text, text, text) text = replaceFirst",
          "regexp_replace(text, text, text, text) text = regexpReplace",
          "regexp_match(text, text) text[]? = match",
          "regexp_match(text, text, text) text[]? = regexpMatch",
          "regexp_split_to_array(text, text) text[] = split",
          "regexp_split_to_array(text, text, text) text[] = splitFlagged");

  private RegexFunctions() {}

  public static boolean matches(String value, String pattern) {
    return hasMatch(value, pattern, "");
  }

  public static boolean matchesAnyCase(String value, String pattern) {
    return hasMatch(value, pattern, "i");
  }

  public static boolean differs(String value, String pattern) {
    return !matches(value, pattern);
  }

  public static boolean differsAnyCase(String value, String pattern) {
    return !matchesAnyCase(value, pattern);
  }

  /** Throws INVALID_ARGUMENT if the flags demand all matches of a function of one. */
  private static void requireNotGlobal(String function, String flags) {
    if (flags.contains("g")) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, function + "() does not support the \"global\" option");
    }
  }

  public static boolean regexpLike(String value, String pattern, String flags) {
    requireNotGlobal("regexp_like", flags);
    return hasMatch(value, pattern, flags);
  }

  /**
   * Returns whether {@code SIMILAR TO} matches; the pattern must match the whole text, and its
   * wildcards are those of LIKE.
   */
  public static boolean similar(String value, String pattern) {
    return similarEscaped(value, pattern, "\\");
  }

  public static boolean similarEscaped(String value, String pattern, String escape) {
    SimilarPattern parts = SimilarPattern.of(pattern, escape);
    return search(value, parts.whole(), "").matches();
  }

  /**
   * Returns the part of a text between the separators of a pattern of {@code SIMILAR TO}, which
   * matches the whole text; the text itself if the pattern has no separators.
   */
  public static @Nullable String substringSimilar(String value, String pattern, String escape) {
    SimilarPattern parts = SimilarPattern.of(pattern, escape);
    if (!search(value, parts.whole(), "").matches()) {
      return null;
    }
    return parts.hasSeparators() ? between(value, parts) : value;
  }

  /** Returns the middle part of a match: what is before it is as short as possible. */
  private static @Nullable String between(String value, SimilarPattern parts) {
    Matcher before = search(value, parts.before(), "");
    Matcher rest = search(value, parts.middle() + parts.after(), "");
    int length = value.length();
    int start = 0;
    while (start <= length
        && !(before.region(0, start).matches() && rest.region(start, length).matches())) {
      Interruption.check(++start);
    }
    Matcher middle = search(value, parts.middle(), "");
    Matcher after = search(value, parts.after(), "");
    for (int end = length; end >= start; end--) {
      Interruption.check(length - end);
      if (after.region(end, length).matches() && middle.region(start, end).matches()) {
        return value.substring(start, end);
      }
    }
    return null;
  }

  /** Returns the match of the first group, or the whole match if there is no group. */
  public static @Nullable String substringMatching(String value, String pattern) {
    RegexMatcher matcher = matcher(value, pattern, "");
    return matcher.find() ? matcher.group(Math.min(1, matcher.groupCount())) : null;
  }

  public static String replaceFirst(String value, String pattern, String replacement) {
    return regexpReplace(value, pattern, replacement, "");
  }

  public static String regexpReplace(
      String value, String pattern, String replacement, String flags) {
    RegexMatcher matcher = matcher(value, pattern, flags.replace("g", ""));
    return replaced(value, matcher, replacement, matcher.find(), flags.contains("g") ? 0 : 1);
  }

  /**
   * Replaces the n-th match, or all matches if the number is 0.
   *
   * @param isFound whether the matcher is at a match
   */
  static String replaced(
      String value, RegexMatcher matcher, String replacement, boolean isFound, int number) {
    StringBuilder out = new StringBuilder();
    int found = 0;
    int copied = 0;
    for (boolean isAtMatch = isFound; isAtMatch; isAtMatch = matcher.find()) {
      Interruption.check(++found);
      if (number == 0 || found == number) {
        BoundedText.requireLength((long) out.length() + replacement.length());
        out.append(value, copied, matcher.start(0));
        appendReplacement(out, replacement, matcher);
        copied = matcher.end(0);
      }
      if (found == number) {
        break;
      }
    }
    String replaced = out.append(value, copied, value.length()).toString();
    BoundedText.requireLength(replaced.length());
    return replaced;
  }

  private static void appendReplacement(
      StringBuilder out, String replacement, RegexMatcher matcher) {
    for (int i = 0; i < replacement.length(); i++) {
      char letter = replacement.charAt(i);
      if (letter != '\\' || i + 1 == replacement.length()) {
        out.append(letter);
        continue;
      }
      char next = replacement.charAt(i + 1);
      boolean isGroup = next == '&' || (next > '0' && next <= '9');
      if (isGroup) {
        int group = next == '&' ? 0 : next - '0';
        String text = group > matcher.groupCount() ? null : matcher.group(group);
        out.append(text == null ? "" : text);
        BoundedText.requireLength(out.length());
      } else {
        out.append('\\');
      }
      i += isGroup || next == '\\' ? 1 : 0;
    }
  }

  public static @Nullable List<?> match(String value, String pattern) {
    return regexpMatch(value, pattern, "");
  }

  public static @Nullable List<?> regexpMatch(String value, String pattern, String flags) {
    requireNotGlobal("regexp_match", flags);
    RegexMatcher matcher = matcher(value, pattern, flags);
    return matcher.find() ? groups(matcher) : null;
  }

  /** Returns all matches, each as the list of its groups. */
  static List<?> allMatches(String value, String pattern, String flags) {
    RegexMatcher matcher = matcher(value, pattern, flags.replace("g", ""));
    List<Object> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(groups(matcher));
      if (!flags.contains("g")) {
        break;
      }
    }
    return found;
  }

  private static List<@Nullable String> groups(RegexMatcher match) {
    List<@Nullable String> groups = new ArrayList<>();
    for (int i = Math.min(1, match.groupCount()); i <= match.groupCount(); i++) {
      groups.add(match.group(i));
    }
    return groups;
  }

  public static List<?> split(String value, String pattern) {
    return splitFlagged(value, pattern, "");
  }

  public static List<?> splitFlagged(String value, String pattern, String flags) {
    requireNotGlobal("regexp_split_to_array", flags);
    RegexMatcher matcher = matcher(value, pattern, flags);
    List<String> parts = new ArrayList<>();
    int start = 0;
    while (matcher.find()) {
      // An empty match at an edge or directly behind the last match separates nothing.
      if (matcher.start(0) < value.length() && matcher.end(0) > start) {
        parts.add(value.substring(start, matcher.start(0)));
        start = matcher.end(0);
      }
    }
    parts.add(value.substring(start));
    return parts;
  }

  /** Returns the matcher of a pattern, which can be canceled while it reads the text. */
  static RegexMatcher matcher(String value, String pattern, String flags) {
    return new RegexMatcher(RegexCache.compiled(pattern, flags), value);
  }

  private static boolean hasMatch(String value, String pattern, String flags) {
    CompiledRegex regex = RegexCache.compiled(pattern, flags);
    return regex.hasReferences()
        ? new RegexMatcher(regex, value).find()
        : regex.search(value).find();
  }

  /** Returns Java's matcher of a pattern, for functions that need no place of a match. */
  private static Matcher search(String value, String pattern, String flags) {
    return RegexCache.compiled(pattern, flags).search(value);
  }
}
