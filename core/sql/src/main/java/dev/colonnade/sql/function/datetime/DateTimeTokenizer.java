package dev.colonnade.sql.function.datetime;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.datetime.DateTimeToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Splitter of the text of a date, a time or an interval into its parts. */
final class DateTimeTokenizer {
  private static final int TOKENS_MAX = 25;

  /** Characters of all parts, each with one more, to which PostgreSQL limits an input. */
  private static final int CHARACTERS_MAX = 152;

  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  private final String text;
  private final List<DateTimeToken> tokens = new ArrayList<>();
  private int at;

  private DateTimeTokenizer(String text) {
    this.text = requireNonNull(text, "text is null");
  }

  /** Returns the parts of a text; null if it has characters that no date or time has. */
  static @Nullable List<DateTimeToken> split(String text) {
    DateTimeTokenizer tokenizer = new DateTimeTokenizer(text);
    return tokenizer.splitAll() ? tokenizer.tokens : null;
  }

  static boolean isLetter(int letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  }

  static boolean isSpace(int letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
  }

  private boolean splitAll() {
    int characters = 0;
    while (at < text.length()) {
      char first = text.charAt(at);
      if (isSpace(first)) {
        at++;
        continue;
      }
      if (tokens.size() >= TOKENS_MAX) {
        return false;
      }
      DateTimeToken token = next(first);
      if (token != null) {
        tokens.add(token);
        characters += token.text().length() + 1;
      } else if (PUNCTUATION.indexOf(first) >= 0 && first != '+' && first != '-') {
        at++;
      } else {
        return false;
      }
      if (characters > CHARACTERS_MAX) {
        return false;
      }
    }
    return true;
  }

  private @Nullable DateTimeToken next(char first) {
    if (DateTimeToken.isDigit(first)) {
      return number();
    }
    if (first == '.') {
      return token(Kind.NUMBER, at++, DateTimeToken::isDigit);
    }
    if (isLetter(first)) {
      return word();
    }
    return first == '+' || first == '-' ? signed(first) : null;
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : -1;
  }

  private void skip(IntPredicate letters) {
    while (at < text.length() && letters.test(text.charAt(at))) {
      at++;
    }
  }

  private DateTimeToken token(Kind kind, int start, IntPredicate letters) {
    skip(letters);
    return new DateTimeToken(kind, text.substring(start, at).toLowerCase(Locale.ROOT));
  }

  private DateTimeToken number() {
    int start = at;
    skip(DateTimeToken::isDigit);
    int separator = peek();
    if (separator == ':') {
      return token(Kind.TIME, start, c -> DateTimeToken.isDigit(c) || c == ':' || c == '.');
    }
    if (separator != '-' && separator != '/' && separator != '.') {
      return token(Kind.NUMBER, start, _ -> false);
    }
    at++;
    if (!DateTimeToken.isDigit(peek())) {
      // PostgreSQL reads a month's name; a number with a mere point ends here too.
      return token(
          Kind.DATE, start, c -> DateTimeToken.isDigit(c) || isLetter(c) || c == separator);
    }
    skip(DateTimeToken::isDigit);
    return peek() == separator
        ? token(Kind.DATE, start, c -> DateTimeToken.isDigit(c) || c == separator)
        : token(separator == '.' ? Kind.NUMBER : Kind.DATE, start, _ -> false);
  }

  private DateTimeToken word() {
    int start = at;
    skip(DateTimeTokenizer::isLetter);
    int next = peek();
    boolean isDate = next == '-' || next == '/' || next == '.';
    if (next == '+' || DateTimeToken.isDigit(next)) {
      isDate = !DateTimeWords.isKnown(text.substring(start, at).toLowerCase(Locale.ROOT));
    }
    return isDate
        ? token(
            Kind.DATE,
            start,
            c -> "+-/_.:".indexOf(c) >= 0 || DateTimeToken.isDigit(c) || isLetter(c))
        : token(Kind.WORD, start, _ -> false);
  }

  private @Nullable DateTimeToken signed(char sign) {
    at++;
    skip(DateTimeTokenizer::isSpace);
    int next = peek();
    int start = at;
    DateTimeToken rest =
        DateTimeToken.isDigit(next)
            ? token(
                Kind.ZONE, start, c -> DateTimeToken.isDigit(c) || c == ':' || c == '.' || c == '-')
            : isLetter(next) ? token(Kind.SIGNED_WORD, start, DateTimeTokenizer::isLetter) : null;
    return rest == null ? null : new DateTimeToken(rest.kind(), sign + rest.text());
  }
}
