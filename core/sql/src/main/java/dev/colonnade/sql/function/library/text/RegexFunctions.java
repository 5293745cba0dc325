package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Regular expression functions: PostgreSQL's syntax, translated to Java's and executed by Java. */
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

  /** Maximum length of a pattern, which bounds the time of its compilation. */
  private static final int PATTERN_LENGTH_MAX = 1 << 20;

  /**
   * Length of a pattern up to which it may be a plain text that the JDK searches by the method of
   * Boyer and Moore, whose preparation takes quadratic time. Before longer ones stands an empty
   * group.
   */
  private static final int SEARCHED_LENGTH_MAX = 500;

  private RegexFunctions() {}

  public static boolean matches(String value, String pattern) {
    return matcher(value, pattern, "").find();
  }

  public static boolean matchesAnyCase(String value, String pattern) {
    return matcher(value, pattern, "i").find();
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
    return matcher(value, pattern, flags).find();
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
    return matcher(value, parts.whole(), "").matches();
  }

  /**
   * Returns the part of a text between the separators of a pattern of {@code SIMILAR TO}, which
   * matches the whole text; the text itself if the pattern has no separators.
   */
  public static @Nullable String substringSimilar(String value, String pattern, String escape) {
    SimilarPattern parts = SimilarPattern.of(pattern, escape);
    if (!matcher(value, parts.whole(), "").matches()) {
      return null;
    }
    return parts.hasSeparators() ? between(value, parts) : value;
  }

  /** Returns the middle part of a match: what is before it is as short as possible. */
  private static @Nullable String between(String value, SimilarPattern parts) {
    Matcher before = matcher(value, parts.before(), "");
    Matcher rest = matcher(value, parts.middle() + parts.after(), "");
    int length = value.length();
    int start = 0;
    while (start <= length
        && !(before.region(0, start).matches() && rest.region(start, length).matches())) {
      Interruption.check(++start);
    }
    Matcher middle = matcher(value, parts.middle(), "");
    Matcher after = matcher(value, parts.after(), "");
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
    Matcher matcher = matcher(value, pattern, "");
    return matcher.find() ? matcher.group(Math.min(1, matcher.groupCount())) : null;
  }

  public static String replaceFirst(String value, String pattern, String replacement) {
    return regexpReplace(value, pattern, replacement, "");
  }

  public static String regexpReplace(
      String value, String pattern, String replacement, String flags) {
    Matcher matcher = matcher(value, pattern, flags.replace("g", ""));
    return replaced(matcher, replacement, matcher.find(), flags.contains("g") ? 0 : 1);
  }

  /**
   * Replaces the n-th match, or all matches if the number is 0.
   *
   * @param isFound whether the matcher is at a match
   */
  static String replaced(Matcher matcher, String replacement, boolean isFound, int number) {
    String java = javaReplacement(replacement, matcher.groupCount());
    StringBuilder out = new StringBuilder();
    int found = 0;
    for (boolean isAtMatch = isFound; isAtMatch; isAtMatch = matcher.find()) {
      Interruption.check(++found);
      if (number == 0 || found == number) {
        BoundedText.requireLength((long) out.length() + replacement.length());
        matcher.appendReplacement(out, java);
      }
      if (found == number) {
        break;
      }
    }
    String replaced = matcher.appendTail(out).toString();
    BoundedText.requireLength(replaced.length());
    return replaced;
  }

  private static String javaReplacement(String replacement, int groupCount) {
    StringBuilder java = new StringBuilder();
    for (int i = 0; i < replacement.length(); i++) {
      char letter = replacement.charAt(i);
      boolean isEscape = letter == '\\' && i + 1 < replacement.length();
      if (!isEscape) {
        java.append(letter == '$' || letter == '\\' ? "\\" : "").append(letter);
        continue;
      }
      char next = replacement.charAt(++i);
      if (next == '&') {
        java.append("$0");
      } else if (Character.isDigit(next)) {
        java.append(next - '0' <= groupCount ? "$" + next : "");
      } else {
        java.append(Matcher.quoteReplacement(String.valueOf(next)));
      }
    }
    return java.toString();
  }

  public static @Nullable List<?> match(String value, String pattern) {
    return regexpMatch(value, pattern, "");
  }

  public static @Nullable List<?> regexpMatch(String value, String pattern, String flags) {
    requireNotGlobal("regexp_match", flags);
    Matcher matcher = matcher(value, pattern, flags);
    return matcher.find() ? groups(matcher) : null;
  }

  /** Returns all matches, each as the list of its groups. */
  static List<?> allMatches(String value, String pattern, String flags) {
    Matcher matcher = matcher(value, pattern, flags.replace("g", ""));
    List<Object> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(groups(matcher));
      if (!flags.contains("g")) {
        break;
      }
    }
    return found;
  }

  private static List<@Nullable String> groups(MatchResult match) {
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
    Matcher matcher = matcher(value, pattern, flags);
    List<String> parts = new ArrayList<>();
    int start = 0;
    while (matcher.find()) {
      boolean isEmptyAtEdge =
          matcher.end() == matcher.start()
              && (matcher.start() == 0 || matcher.start() == value.length());
      if (!isEmptyAtEdge) {
        parts.add(value.substring(start, matcher.start()));
        start = matcher.end();
      }
    }
    parts.add(value.substring(start));
    return parts;
  }

  /** Returns the matcher of a pattern, which can be canceled while it reads the text. */
  static Matcher matcher(String value, String pattern, String flags) {
    return compiled(pattern, flags).matcher(new InterruptibleText(value));
  }

  private static Pattern compiled(String pattern, String flags) {
    if (pattern.length() > PATTERN_LENGTH_MAX) {
      throw RegexOptions.error("regular expression is too complex");
    }
    RegexTranslator.Translation translation =
        RegexTranslator.translation(pattern, RegexOptions.of(flags));
    if (pattern.length() > SEARCHED_LENGTH_MAX) {
      Interruption.check();
    }
    try {
      String java = translation.java();
      return Pattern.compile(
          java.length() > SEARCHED_LENGTH_MAX ? "(?:)" + java : java,
          Pattern.DOTALL
              | (translation.isAnyCase() ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0));
    } catch (PatternSyntaxException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_REGULAR_EXPRESSION,
          "invalid regular expression: " + e.getDescription(),
          e);
    }
  }
}
