package dev.colonnade.sql.block.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.block.parse.BlockToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lexer of PL/pgSQL; skips comments. */
final class BlockLexer {
  private static final Pattern DOLLAR_TAG = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

  private static final Pattern NUMBER =
      Pattern.compile("\\d+(?:\\.(?!\\.)\\d*)?(?:[eE][+-]?\\d+)?|\\.\\d+(?:[eE][+-]?\\d+)?");

  /** Operators of two characters. */
  private static final List<String> PAIRS =
      List.of(":=", "..", "<<", ">>", "::", "=>", "<=", ">=", "<>", "!=", "||");

  private final String text;
  private final List<BlockToken> tokens = new ArrayList<>();

  private BlockLexer(String text) {
    this.text = text;
  }

  /** Returns all tokens, the last of which is the end. */
  static List<BlockToken> tokens(String text) {
    return new BlockLexer(text).run();
  }

  private List<BlockToken> run() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        at = endOfComment(at);
      } else {
        at = token(at);
      }
    }
    tokens.add(new BlockToken(Kind.END, "", text.length(), text.length()));
    return List.copyOf(tokens);
  }

  private int token(int at) {
    char c = text.charAt(at);
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    if (c == '\'') {
      return add(Kind.TEXT, at, endOfText(at + 1, '\'', false));
    }
    if ((c == 'e' || c == 'E') && next == '\'') {
      return add(Kind.TEXT, at, endOfText(at + 2, '\'', true));
    }
    if (c == '"') {
      int end = endOfText(at + 1, '"', false);
      String name = text.substring(at + 1, end - 1).replace("\"\"", "\"");
      tokens.add(new BlockToken(Kind.NAME, name, at, end));
      return end;
    }
    if (c == '$') {
      Matcher tag = DOLLAR_TAG.matcher(text).region(at, text.length());
      if (tag.lookingAt()) {
        int end = text.indexOf(tag.group(), tag.end());
        if (end < 0) {
          throw unterminated("dollar-quoted string", at);
        }
        return add(Kind.TEXT, at, end + tag.group().length());
      }
    }
    if (Character.isDigit(c) || (c == '.' && Character.isDigit(next))) {
      Matcher number = NUMBER.matcher(text).region(at, text.length());
      return number.lookingAt() ? add(Kind.NUMBER, at, number.end()) : add(Kind.SIGN, at, at + 1);
    }
    if (isWordPart(c)) {
      int end = at + 1;
      while (end < text.length() && isWordPart(text.charAt(end))) {
        end++;
      }
      String word = text.substring(at, end).toLowerCase(Locale.ROOT);
      tokens.add(new BlockToken(Kind.WORD, word, at, end));
      return end;
    }
    boolean isPair = at + 2 <= text.length() && PAIRS.contains(text.substring(at, at + 2));
    return add(Kind.SIGN, at, isPair ? at + 2 : at + 1);
  }

  private int add(Kind kind, int start, int end) {
    tokens.add(new BlockToken(kind, text.substring(start, end), start, end));
    return end;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private int endOfText(int from, char quote, boolean escapes) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (escapes && c == '\\') {
        at += 2;
      } else if (c != quote) {
        at++;
      } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
        at += 2;
      } else {
        return at + 1;
      }
    }
    throw unterminated(quote == '"' ? "quoted identifier" : "quoted string", from - 1);
  }

  private int endOfComment(int from) {
    int depth = 0;
    int at = from;
    while (at < text.length()) {
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
        if (depth == 0) {
          return at;
        }
      } else {
        at++;
      }
    }
    throw unterminated("/* comment", from);
  }

  private ColonnadeException unterminated(String what, int at) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "unterminated %s at or near \"%s\"".formatted(what, text.substring(at)),
        ErrorFields.at(at + 1));
  }
}
