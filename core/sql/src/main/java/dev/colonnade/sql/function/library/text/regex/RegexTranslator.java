package dev.colonnade.sql.function.library.text.regex;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.library.text.regex.RegexNode.Preference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Translator of a regular expression of PostgreSQL to Java's syntax and to a tree. Anchors, dots
 * and complements are written out by the options, so that Java's own options are those of letter
 * case only.
 */
final class RegexTranslator {
  private static final int REPETITIONS_MAX = 255;

  /** Nesting of a pattern beyond which only the existence of a match can be found. */
  private static final int DEPTH_MAX = 1_000;

  private static final String IN_WORD = "(?=[" + RegexOptions.WORD + "])";
  private static final String BEHIND_WORD = "(?<=[" + RegexOptions.WORD + "])";
  private static final String NOT_IN_WORD = "(?![" + RegexOptions.WORD + "])";
  private static final String NOT_BEHIND_WORD = "(?<![" + RegexOptions.WORD + "])";
  private static final String WORD_START = NOT_BEHIND_WORD + IN_WORD;
  private static final String WORD_END = BEHIND_WORD + NOT_IN_WORD;
  private static final String WORD_EDGE = "(?:" + WORD_START + "|" + WORD_END + ")";
  private static final String NO_WORD_EDGE =
      "(?:" + BEHIND_WORD + IN_WORD + "|" + NOT_BEHIND_WORD + NOT_IN_WORD + ")";

  private final String source;
  private final RegexOptions options;
  private final StringBuilder java = new StringBuilder();
  private final RegexTree tree = new RegexTree();
  private final Set<Integer> closedGroups = new HashSet<>();
  private int position;
  private int groupCount;
  private boolean hasReferences;

  /** Position in Java's text of the outermost lookahead or lookbehind that is open, or -1. */
  private int constraintStart = -1;

  /** State in which a quantifier may follow. */
  private boolean isAtom;

  private RegexTranslator(String source, RegexOptions options) {
    this.source = requireNonNull(source, "source is null");
    this.options = requireNonNull(options, "options is null");
  }

  /**
   * Pattern in Java's syntax.
   *
   * @param tree the pattern as a tree; empty for a plain text
   * @param groups bodies of the groups by their number
   * @param isJavaMatch whether Java chooses the same match as PostgreSQL
   * @param isJavaMatchAtEnd whether it does if its match ends with the text
   * @param hasReferences whether the pattern refers to groups
   */
  record Translation(
      String java,
      boolean isAnyCase,
      RegexNode tree,
      Map<Integer, RegexNode> groups,
      boolean isJavaMatch,
      boolean isJavaMatchAtEnd,
      boolean hasReferences) {
    Translation {
      groups = Map.copyOf(groups);
    }

    /** Returns the pattern for texts of ASCII, where classes of letters are simpler. */
    String javaOfAscii() {
      return java.replace(WORD_EDGE, "\\b")
          .replace(NO_WORD_EDGE, "\\B")
          .replace(WORD_START, "\\b(?=\\w)")
          .replace(WORD_END, "\\b(?<=\\w)")
          .replace(RegexOptions.WORD, "\\w")
          .replace(RegexOptions.SPACE, "\\s");
    }

    /** Returns the flags of Java's pattern. */
    int flags() {
      return flagsOf(isAnyCase);
    }
  }

  private static int flagsOf(boolean isAnyCase) {
    return Pattern.DOTALL | (isAnyCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
  }

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
    return options.syntax() == RegexOptions.Syntax.LITERAL
        ? new Translation(
            Pattern.quote(body),
            options.isAnyCase(),
            new RegexNode.Sequence(List.of()),
            Map.of(),
            true,
            true,
            false)
        : new RegexTranslator(body, options).translate();
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

  private Translation translate() {
    branches();
    boolean isDeep = tree.depth() > DEPTH_MAX;
    RegexNode root = isDeep ? new RegexNode.Sequence(List.of()) : tree.complete();
    return new Translation(
        java.toString(),
        options.isAnyCase(),
        root,
        tree.groups(),
        isDeep || RegexShape.isOrdered(root),
        isDeep || RegexShape.isOrderedAtEnd(root),
        hasReferences && !isDeep);
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
        close(group);
      } else {
        one();
      }
    }
    if (!open.isEmpty()) {
      throw RegexOptions.error("parentheses () not balanced");
    }
  }

  private void close(int group) {
    isAtom = group >= 0;
    if (isAtom) {
      closedGroups.add(group);
      tree.close(group);
    } else {
      int start = -1 - group;
      tree.close(java.substring(start));
      constraintStart = start == constraintStart ? -1 : constraintStart;
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

  /**
   * Opens a group; returns its number, 0 without a capture, or for a constraint -1 minus its
   * position in Java's text.
   */
  private int open() {
    isAtom = false;
    tree.open();
    position += options.isBasic() ? 2 : 1;
    if (!options.isAdvanced() || !at("?")) {
      boolean isCapture = constraintStart < 0;
      java.append(isCapture ? "(" : "(?:");
      return isCapture ? ++groupCount : 0;
    }
    for (String constraint : new String[] {"?=", "?!", "?<=", "?<!"}) {
      if (at(constraint)) {
        position += constraint.length();
        int start = java.length();
        constraintStart = constraintStart < 0 ? start : constraintStart;
        java.append('(').append(constraint);
        return -1 - start;
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
      position++;
      quantifier("*", 0, RegexNode.UNLIMITED);
    } else if (letter == '.') {
      atom(-1, options.anyLetter());
      position++;
    } else {
      literal();
    }
  }

  /** Translates a letter that has no meaning. */
  private void literal() {
    int letter = source.codePointAt(position);
    position += Character.charCount(letter);
    atom(letter, RegexEscape.quoted(letter));
  }

  private void extended(char letter) {
    position++;
    switch (letter) {
      case '^' -> constraint(options.lineStart());
      case '$' -> constraint(options.lineEnd());
      case '.' -> atom(-1, options.anyLetter());
      case '|' -> {
        java.append('|');
        tree.branch();
        isAtom = false;
      }
      case '*' -> quantifier("*", 0, RegexNode.UNLIMITED);
      case '+' -> quantifier("+", 1, RegexNode.UNLIMITED);
      case '?' -> quantifier("?", 0, 1);
      case '{' -> {
        if (has(1) && isDigit(source.charAt(position))) {
          bounds();
        } else {
          atom('{', "\\{");
        }
      }
      default -> {
        position--;
        literal();
      }
    }
  }

  private void atom(int literal, String text) {
    java.append(text);
    tree.add(new RegexNode.Letter(new LetterSet(literal, text, flagsOf(options.isAnyCase()))));
    isAtom = true;
  }

  private void constraint(String text) {
    java.append(text);
    tree.add(new RegexNode.Constraint(text));
    isAtom = false;
  }

  private void quantifier(String text, int min, int max) {
    if (!isAtom) {
      throw RegexOptions.error("quantifier operand invalid");
    }
    java.append(text);
    isAtom = false;
    boolean isLazy = options.isAdvanced() && at("?");
    if (isLazy) {
      java.append('?');
      position++;
    }
    boolean isFixed = text.startsWith("{") && !text.contains(",");
    tree.repeat(
        min, max, isFixed ? Preference.NONE : isLazy ? Preference.SHORTEST : Preference.LONGEST);
  }

  /** Translates the bounds behind an opening brace. */
  private void bounds() {
    int least = number();
    int most = least;
    boolean isLimited = true;
    String text = "{" + least;
    if (at(",")) {
      position++;
      text += ",";
      isLimited = has(1) && isDigit(source.charAt(position));
      if (isLimited) {
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
    quantifier(text + "}", least, isLimited ? most : RegexNode.UNLIMITED);
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
    atom(-1, bracket.translate());
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
      atom(letter, RegexEscape.quoted(letter));
    } else if (letter >= '1' && letter <= '9' && isReference()) {
      reference();
    } else {
      switch (letter) {
        case 'A' -> word("\\A");
        case 'Z' -> word("\\z");
        case 'm' -> word(WORD_START);
        case 'M' -> word(WORD_END);
        case 'y' -> word(WORD_EDGE);
        case 'Y' -> word(NO_WORD_EDGE);
        default -> {
          RegexEscape escape = RegexEscape.at(source, position);
          position = escape.end();
          atom(escape.letter(), escape.text());
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
    java.append("(?:\\").append(group).append(')');
    tree.add(new RegexNode.Reference(group));
    hasReferences = true;
    isAtom = true;
  }
}
