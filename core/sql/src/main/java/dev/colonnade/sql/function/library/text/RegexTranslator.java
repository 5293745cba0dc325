package dev.colonnade.sql.function.library.text;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Translator of a regular expression of PostgreSQL to Java's syntax. Anchors, dots and complements
 * are written out by the options, so that Java's own options are those of letter case only.
 */
final class RegexTranslator {
  private static final int REPETITIONS_MAX = 255;

  private static final String WORD_START = "\\b(?=\\w)";
  private static final String WORD_END = "\\b(?<=\\w)";

  private final String source;
  private final RegexOptions options;
  private final StringBuilder java = new StringBuilder();
  private final Set<Integer> closedGroups = new HashSet<>();
  private int position;
  private int groupCount;

  /** State in which a quantifier may follow. */
  private boolean isAtom;

  private RegexTranslator(String source, RegexOptions options) {
    this.source = requireNonNull(source, "source is null");
    this.options = requireNonNull(options, "options is null");
  }

  /** Pattern in Java's syntax. */
  record Translation(String java, boolean isAnyCase) {}

  /** Returns the translation of a pattern with its prefix. */
  static Translation translation(String pattern, RegexOptions flags) {
    RegexOptions options = flags;
    int start = 0;
    if (flags.isAdvanced()) {
      start = directorLength(pattern);
      if (pattern.startsWith("***=")) {
        options = flags.withSyntax(RegexOptions.Syntax.LITERAL);
      } else if (pattern.startsWith("(?", start)
          && start + 2 < pattern.length()
          && isAsciiLetter(pattern.charAt(start + 2))) {
        for (start += 2;
            start < pattern.length() && isAsciiLetter(pattern.charAt(start));
            start++) {
          options = embedded(options, pattern.charAt(start));
        }
        if (!pattern.startsWith(")", start)) {
          throw RegexOptions.error("invalid embedded option");
        }
        start++;
      }
    }
    String body = pattern.substring(start);
    return new Translation(
        options.syntax() == RegexOptions.Syntax.LITERAL
            ? Pattern.quote(body)
            : new RegexTranslator(body, options).translate(),
        options.isAnyCase());
  }

  private static RegexOptions embedded(RegexOptions options, char letter) {
    RegexOptions changed = options.with(letter);
    if (changed == null) {
      throw RegexOptions.error("invalid embedded option");
    }
    return changed;
  }

  private static boolean isAsciiLetter(char letter) {
    return letter < 0x80 && Character.isLetter(letter);
  }

  /** Returns the length of the director {@code ***:} or {@code ***=}; 0 if there is none. */
  private static int directorLength(String pattern) {
    if (!pattern.startsWith("***")) {
      return 0;
    }
    if (pattern.startsWith("***:") || pattern.startsWith("***=")) {
      return "***:".length();
    }
    throw RegexOptions.error(
        pattern.startsWith("***?")
            ? "invalid regexp (reg version 0.8)"
            : "quantifier operand invalid");
  }

  private String translate() {
    branches();
    return java.toString();
  }

  private boolean has(int count) {
    return position + count <= source.length();
  }

  private boolean at(String text) {
    return source.startsWith(text, position);
  }

  /** Translates the pattern, without recursion: groups may be nested deeply. */
  private void branches() {
    Deque<Integer> open = new ArrayDeque<>();
    isAtom = false;
    while (has(1)) {
      if (options.isExpanded() && skipped()) {
        continue;
      }
      if (isOpening()) {
        open.push(open());
      } else if (isClosing() && !(open.isEmpty() && isLiteralClosing())) {
        if (open.isEmpty()) {
          throw RegexOptions.error("parentheses () not balanced");
        }
        int group = open.pop();
        position += options.isBasic() ? 2 : 1;
        java.append(')');
        closedGroups.add(group);
        isAtom = group >= 0;
      } else {
        one();
      }
    }
    if (!open.isEmpty()) {
      throw RegexOptions.error("parentheses () not balanced");
    }
  }

  private boolean isOpening() {
    return options.isBasic() ? at("\\(") : at("(") && !at("(?#");
  }

  private boolean isClosing() {
    return options.isBasic() ? at("\\)") : at(")");
  }

  /** Returns whether an unmatched closing parenthesis is a letter. */
  private boolean isLiteralClosing() {
    return options.syntax() == RegexOptions.Syntax.EXTENDED;
  }

  /** Skips white space and comments of the expanded syntax; returns whether there were any. */
  private boolean skipped() {
    char letter = source.charAt(position);
    if (letter == '#') {
      int end = source.indexOf('\n', position);
      position = end < 0 ? source.length() : end + 1;
      return true;
    }
    if (Character.isWhitespace(letter)) {
      position++;
      return true;
    }
    return false;
  }

  /** Opens a group; returns its number, 0 without a capture, or -1 for a constraint. */
  private int open() {
    isAtom = false;
    position += options.isBasic() ? 2 : 1;
    if (!options.isAdvanced() || !at("?")) {
      java.append('(');
      return ++groupCount;
    }
    for (String constraint : new String[] {"?=", "?!", "?<=", "?<!"}) {
      if (at(constraint)) {
        position += constraint.length();
        java.append('(').append(constraint);
        return -1;
      }
    }
    if (!at("?:")) {
      throw RegexOptions.error("quantifier operand invalid");
    }
    position += 2;
    java.append("(?:");
    return 0;
  }

  private void one() {
    char letter = source.charAt(position);
    if (options.isAdvanced() && at("(?#")) {
      int end = source.indexOf(')', position);
      if (end < 0) {
        throw RegexOptions.error("parentheses () not balanced");
      }
      position = end + 1;
    } else if (letter == '[') {
      bracket();
    } else if (letter == '\\') {
      escape();
    } else if (options.isBasic()) {
      basic(letter);
    } else {
      extended(letter);
    }
  }

  private void basic(char letter) {
    boolean isFirst = java.isEmpty() || java.charAt(java.length() - 1) == '(';
    if (letter == '^' && isFirst) {
      constraint(options.lineStart());
      position++;
    } else if (letter == '$' && (!has(2) || source.startsWith("\\)", position + 1))) {
      constraint(options.lineEnd());
      position++;
    } else if (letter == '*' && isAtom) {
      quantifier("*");
      position++;
    } else if (letter == '.') {
      atom(options.anyLetter());
      position++;
    } else {
      position++;
      atom(RegexEscape.quoted(letter));
    }
  }

  private void extended(char letter) {
    position++;
    switch (letter) {
      case '^' -> constraint(options.lineStart());
      case '$' -> constraint(options.lineEnd());
      case '.' -> atom(options.anyLetter());
      case '|' -> {
        java.append('|');
        isAtom = false;
      }
      case '*', '+', '?' -> quantifier(String.valueOf(letter));
      case '{' -> {
        if (has(1) && isDigit(source.charAt(position))) {
          bounds();
        } else {
          atom("\\{");
        }
      }
      default -> atom(RegexEscape.quoted(letter));
    }
  }

  private void atom(String text) {
    java.append(text);
    isAtom = true;
  }

  private void constraint(String text) {
    java.append(text);
    isAtom = false;
  }

  private void quantifier(String text) {
    if (!isAtom) {
      throw RegexOptions.error("quantifier operand invalid");
    }
    java.append(text);
    isAtom = false;
    if (options.isAdvanced() && at("?")) {
      java.append('?');
      position++;
    }
  }

  /** Translates the bounds behind an opening brace. */
  private void bounds() {
    int least = number();
    int most = least;
    String text = "{" + least;
    if (at(",")) {
      position++;
      text += ",";
      if (has(1) && isDigit(source.charAt(position))) {
        most = number();
        text += most;
      }
    }
    String end = options.isBasic() ? "\\}" : "}";
    if (!at(end)) {
      throw RegexOptions.error(has(1) ? "invalid repetition count(s)" : "braces {} not balanced");
    }
    position += end.length();
    if (most < least || most > REPETITIONS_MAX) {
      throw RegexOptions.error("invalid repetition count(s)");
    }
    quantifier(text + "}");
  }

  private int number() {
    int value = 0;
    while (has(1) && isDigit(source.charAt(position))) {
      value = value * 10 + source.charAt(position++) - '0';
      if (value > REPETITIONS_MAX) {
        throw RegexOptions.error("invalid repetition count(s)");
      }
    }
    return value;
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  private void bracket() {
    for (String word : new String[] {"[[:<:]]", "[[:>:]]"}) {
      if (at(word)) {
        position += word.length();
        constraint(word.contains("<") ? WORD_START : WORD_END);
        return;
      }
    }
    RegexBracket bracket = new RegexBracket(source, position, options);
    atom(bracket.translate());
    position = bracket.end();
  }

  private void escape() {
    position++;
    if (!has(1)) {
      throw RegexOptions.error("invalid escape \\ sequence");
    }
    char letter = source.charAt(position);
    if (options.isBasic() && (letter == '{' || letter == '<' || letter == '>')) {
      position++;
      switch (letter) {
        case '{' -> bounds();
        case '<' -> constraint(WORD_START);
        default -> constraint(WORD_END);
      }
    } else if (!options.isAdvanced() && !(options.isBasic() && letter > '0' && letter <= '9')) {
      position++;
      atom(RegexEscape.quoted(letter));
    } else if (letter >= '1' && letter <= '9' && isReference()) {
      reference();
    } else {
      switch (letter) {
        case 'A' -> word("\\A");
        case 'Z' -> word("\\z");
        case 'm' -> word(WORD_START);
        case 'M' -> word(WORD_END);
        case 'y' -> word("\\b");
        case 'Y' -> word("\\B");
        default -> {
          RegexEscape escape = RegexEscape.at(source, position);
          position = escape.end();
          atom(escape.text());
        }
      }
    }
  }

  private void word(String text) {
    position++;
    constraint(text);
  }

  /** Returns whether digits are a reference to a group: one digit, or the number of a group. */
  private boolean isReference() {
    int end = position + 1;
    while (end < source.length() && isDigit(source.charAt(end))) {
      end++;
    }
    return end == position + 1
        || (end - position < 4 && Integer.parseInt(source.substring(position, end)) <= groupCount);
  }

  private void reference() {
    int group = 0;
    while (has(1) && isDigit(source.charAt(position))) {
      group = group * 10 + source.charAt(position++) - '0';
    }
    if (!closedGroups.contains(group)) {
      throw RegexOptions.error("invalid backreference number");
    }
    atom("(?:\\" + group + ")");
  }
}
