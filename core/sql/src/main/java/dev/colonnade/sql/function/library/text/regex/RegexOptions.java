package dev.colonnade.sql.function.library.text.regex;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Options of a regular expression: those of a function's flags, changed by the prefix of the
 * pattern.
 *
 * @param syntax dialect of the pattern
 * @param dotStopsAtNewline whether dots and complements do not match a newline
 * @param anchorsMatchLines whether anchors match at the newlines, too
 * @param isExpanded whether white space and comments are ignored
 */
record RegexOptions(
    Syntax syntax,
    boolean isAnyCase,
    boolean dotStopsAtNewline,
    boolean anchorsMatchLines,
    boolean isExpanded) {
  /** Letters, digits and the underscore, for use in brackets. */
  static final String WORD = "\\w\\p{IsAlphabetic}\\p{Nd}";

  /** White space, for use in brackets. */
  static final String SPACE =
      "\\s\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000";

  /** Options without flags. */
  static final RegexOptions DEFAULT = new RegexOptions(Syntax.ADVANCED, false, false, false, false);

  /** Dialect of a pattern. */
  enum Syntax {
    BASIC,
    EXTENDED,
    ADVANCED,
    LITERAL
  }

  boolean isBasic() {
    return syntax == Syntax.BASIC;
  }

  boolean isAdvanced() {
    return syntax == Syntax.ADVANCED;
  }

  /** Returns the options of the flags of a function. */
  static RegexOptions of(String flags) {
    RegexOptions options = DEFAULT;
    for (int i = 0; i < flags.length(); i++) {
      char flag = flags.charAt(i);
      if (flag == 'g') {
        continue;
      }
      RegexOptions changed = options.with(flag);
      if (changed == null) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "invalid regular expression option: \"%s\""
                .formatted(Character.toString(flags.codePointAt(i))));
      }
      options = changed;
    }
    return options;
  }

  /** Returns the options with a flag; null if there is no such flag. */
  @Nullable RegexOptions with(char flag) {
    return switch (flag) {
      case 'b' -> withSyntax(Syntax.BASIC);
      case 'e' -> withSyntax(Syntax.EXTENDED);
      case 'q' -> withSyntax(Syntax.LITERAL);
      case 'c' -> withAnyCase(false);
      case 'i' -> withAnyCase(true);
      case 'm', 'n' -> withLines(true, true);
      case 'p' -> withLines(true, false);
      case 's' -> withLines(false, false);
      case 'w' -> withLines(false, true);
      case 't' -> withExpanded(false);
      case 'x' -> withExpanded(true);
      default -> null;
    };
  }

  RegexOptions withSyntax(Syntax other) {
    return new RegexOptions(other, isAnyCase, dotStopsAtNewline, anchorsMatchLines, isExpanded);
  }

  private RegexOptions withAnyCase(boolean other) {
    return new RegexOptions(syntax, other, dotStopsAtNewline, anchorsMatchLines, isExpanded);
  }

  private RegexOptions withLines(boolean dotStops, boolean anchorsMatch) {
    return new RegexOptions(syntax, isAnyCase, dotStops, anchorsMatch, isExpanded);
  }

  private RegexOptions withExpanded(boolean other) {
    return new RegexOptions(syntax, isAnyCase, dotStopsAtNewline, anchorsMatchLines, other);
  }

  String anyLetter() {
    return dotStopsAtNewline ? "[^\\n]" : ".";
  }

  String lineStart() {
    return anchorsMatchLines ? "(?:\\A|(?<=\\n))" : "\\A";
  }

  String lineEnd() {
    return anchorsMatchLines ? "(?=\\n|\\z)" : "\\z";
  }

  /** Returns the error of an invalid pattern. */
  static ColonnadeException error(String message) {
    return new ColonnadeException(
        ErrorCode.INVALID_REGULAR_EXPRESSION, "invalid regular expression: " + message);
  }
}
