package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.Locale;
import java.util.function.IntUnaryOperator;

/** Text functions. Positions count characters (code points) from 1; lengths count characters. */
public final class Texts {
  private static final String ESCAPE_DEFAULT = "\\";

  /** Number of characters that are counted between two checks of the cancellation. */
  private static final int PIECE = 1 << 22;

  /** Number of comparisons of characters between two checks of the cancellation. */
  private static final int SEARCH_STEPS = 1 << 22;

  private static final int ASCII_MAX = 0x7F;

  private Texts() {}

  /** Returns the result of LIKE with a backslash as escape. */
  public static boolean like(String value, String pattern) {
    return likeEscaped(value, pattern, ESCAPE_DEFAULT);
  }

  /** Returns the result of LIKE ... ESCAPE; an empty escape disables escaping. */
  public static boolean likeEscaped(String value, String pattern, String escape) {
    if (escape.length() > 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_PATTERN,
          "invalid escape string",
          ErrorFields.NONE.withHint("Escape string must be empty or one character."));
    }
    return matches(value, pattern, escape.isEmpty() ? -1 : escape.charAt(0));
  }

  /** Returns a text with each character in lower case: as many characters as before. */
  public static String lower(String value) {
    return isAscii(value) ? value.toLowerCase(Locale.ROOT) : mapped(value, Character::toLowerCase);
  }

  /** Returns a text with each character in upper case: as many characters as before. */
  public static String upper(String value) {
    return isAscii(value) ? value.toUpperCase(Locale.ROOT) : mapped(value, Character::toUpperCase);
  }

  private static boolean isAscii(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > ASCII_MAX) {
        return false;
      }
    }
    return true;
  }

  private static String mapped(String value, IntUnaryOperator mapping) {
    StringBuilder out = new StringBuilder(value.length());
    for (int at = 0; at < value.length(); ) {
      int letter = value.codePointAt(at);
      out.appendCodePoint(mapping.applyAsInt(letter));
      at += Character.charCount(letter);
    }
    return out.toString();
  }

  /** Returns the result of ILIKE with a backslash as escape. */
  public static boolean ilike(String value, String pattern) {
    return like(lower(value), lower(pattern));
  }

  /** Returns the result of ILIKE ... ESCAPE. */
  public static boolean ilikeEscaped(String value, String pattern, String escape) {
    return likeEscaped(lower(value), lower(pattern), escape);
  }

  /**
   * Matches a pattern; backtracks to the last percent sign when the pattern after it does not
   * match.
   */
  private static boolean matches(String value, String pattern, int escape) {
    int at = 0;
    int in = 0;
    int resumePattern = -1;
    int resumeValue = 0;
    for (int steps = 1; at < value.length(); steps++) {
      Interruption.check(steps);
      int used = in < pattern.length() ? matchOne(value, at, pattern, in, escape) : 0;
      if (in < pattern.length() && pattern.charAt(in) == '%' && pattern.charAt(in) != escape) {
        resumePattern = ++in;
        resumeValue = at;
        requireEscaped(value, at, pattern, in, escape);
      } else if (used > 0) {
        at = value.offsetByCodePoints(at, 1);
        in += used;
      } else if (resumePattern >= 0) {
        resumeValue = value.offsetByCodePoints(resumeValue, 1);
        at = resumeValue;
        in = resumePattern;
      } else {
        return false;
      }
    }
    while (in < pattern.length() && pattern.charAt(in) == '%') {
      in++;
    }
    return in == pattern.length();
  }

  /**
   * Throws an error if what follows a percent sign ends with the escape character, unless there are
   * too few characters for the underscores before it.
   */
  private static void requireEscaped(String value, int from, String pattern, int in, int escape) {
    int at = from;
    for (int next = in; next < pattern.length(); next++) {
      int wanted = pattern.codePointAt(next);
      if (wanted == escape) {
        if (next + Character.charCount(escape) == pattern.length()) {
          throw new ColonnadeException(
              ErrorCode.INVALID_PATTERN, "LIKE pattern must not end with escape character");
        }
        return;
      }
      if (wanted == '_' && at < value.length()) {
        at = value.offsetByCodePoints(at, 1);
      } else if (wanted != '%') {
        return;
      }
    }
  }

  /**
   * Returns the length of the pattern element that matches the character at {@code at}; 0 if none
   * does.
   */
  private static int matchOne(String value, int at, String pattern, int in, int escape) {
    int wanted = pattern.codePointAt(in);
    int found = value.codePointAt(at);
    if (wanted == escape) {
      if (in + 1 == pattern.length()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_PATTERN, "LIKE pattern must not end with escape character");
      }
      int escaped = pattern.codePointAt(in + 1);
      return escaped == found ? 1 + Character.charCount(escaped) : 0;
    }
    if (wanted == '_') {
      return 1;
    }
    return wanted == found && wanted != '%' ? Character.charCount(wanted) : 0;
  }

  public static int length(String value) {
    return characters(value, value.length());
  }

  /** Returns the number of characters before an index. */
  private static int characters(String value, int end) {
    int pairs = 0;
    int from = 0;
    while (end - from > PIECE) {
      Interruption.check();
      int to = from + PIECE;
      to += Character.isHighSurrogate(value.charAt(to - 1)) ? 1 : 0;
      pairs += to - from - value.codePointCount(from, to);
      from = to;
    }
    return from - pairs + value.codePointCount(from, end);
  }

  /**
   * Returns the index from which a part occurs first at or after {@code from}; -1 if it does not
   * occur. The search is divided, since its time is the product of both lengths at worst.
   */
  public static int indexOf(String value, String part, int from) {
    int last = value.length() - part.length();
    int starts = Math.max(1, SEARCH_STEPS / Math.max(1, part.length()));
    for (long start = from; start <= last; start += starts) {
      int end = (int) Math.min(value.length(), start + starts - 1L + part.length());
      int found = value.indexOf(part, (int) start, end);
      if (found >= 0) {
        return found;
      }
      Interruption.check();
    }
    return -1;
  }

  /** Replaces all occurrences of a part that is not empty. */
  public static String replace(String value, String from, String to) {
    int at = from.isEmpty() ? -1 : indexOf(value, from, 0);
    if (at < 0) {
      return value;
    }
    BoundedText out = new BoundedText(value.length());
    int start = 0;
    while (at >= 0) {
      out.append(value, start, at).append(to);
      start = at + from.length();
      at = indexOf(value, from, start);
    }
    return out.append(value, start, value.length()).toString();
  }

  /** Returns the text from a position; positions before 1 count as empty. */
  public static String substringFrom(String value, int from) {
    int start = Math.max(1, from);
    int length = length(value);
    return start > length ? "" : value.substring(value.offsetByCodePoints(0, start - 1));
  }

  /** Returns a number of characters from a position. */
  public static String substring(String value, int from, int count) {
    if (count < 0) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    long end = Math.min((long) from + count, length(value) + 1L);
    int start = Math.max(1, from);
    if (end <= start) {
      return "";
    }
    int first = value.offsetByCodePoints(0, start - 1);
    return value.substring(first, value.offsetByCodePoints(first, (int) (end - start)));
  }

  /** Returns the first characters; with a negative count, all but the last {@code -count}. */
  public static String left(String value, int count) {
    int length = length(value);
    int end = count >= 0 ? Math.min(count, length) : Math.max(0, length + count);
    return value.substring(0, value.offsetByCodePoints(0, end));
  }

  /** Returns the last characters; with a negative count, all but the first {@code -count}. */
  public static String right(String value, int count) {
    int length = length(value);
    int skipped = Math.max(0, count >= 0 ? length - count : Math.min(length, -count));
    return value.substring(value.offsetByCodePoints(0, skipped));
  }

  public static String reverse(String value) {
    return new StringBuilder(value).reverse().toString();
  }

  /** Returns the position of a part; 0 if it does not occur. */
  public static int position(String part, String value) {
    int found = indexOf(value, part, 0);
    return found < 0 ? 0 : characters(value, found) + 1;
  }

  /** Returns the text padded with trailing blanks to a length. */
  public static String padded(String value, int length) {
    int missing = length - length(value);
    return missing <= 0 ? value : value + " ".repeat(missing);
  }

  /**
   * Truncates a text to a length, as an explicit cast to VARCHAR does; a negative length is none.
   */
  public static String fitText(String value, int length) {
    return length < 0 || length(value) <= length
        ? value
        : value.substring(0, value.offsetByCodePoints(0, length));
  }
}
