package dev.colonnade.sql.block.parse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * Token of PL/pgSQL: a word, text, number or operator.
 *
 * @param text of words in lower case, of quoted identifiers without quotes, of strings their
 *     characters, otherwise as written
 * @param start offset of its first character, from 0
 * @param end offset behind its last character
 */
record BlockToken(Kind kind, String text, int start, int end) {
  enum Kind {
    WORD,
    /** Quoted identifier. */
    NAME,
    TEXT,
    /** Number or operator. */
    SIGN,
    END
  }

  BlockToken {
    requireNonNull(kind, "kind is null");
    requireNonNull(text, "text is null");
  }

  /**
   * Returns all tokens of a text, the last of which is the end.
   *
   * @throws ColonnadeException SYNTAX_ERROR with its position if the text has no tokens
   */
  static List<BlockToken> read(String text) {
    Tokens tokens = Lexer.read(text);
    ColonnadeException error = tokens.error();
    if (error != null) {
      throw error;
    }
    List<BlockToken> read = new ArrayList<>(tokens.count());
    for (int i = 0; i < tokens.count(); i++) {
      Kind kind = kindOf(tokens, i);
      read.add(
          new BlockToken(
              kind,
              kind == Kind.SIGN ? tokens.source(i) : tokens.value(i),
              tokens.start(i),
              tokens.end(i)));
    }
    return List.copyOf(read);
  }

  private static Kind kindOf(Tokens tokens, int index) {
    return switch (tokens.kind(index)) {
      case END -> Kind.END;
      case KEYWORD -> Kind.WORD;
      case IDENTIFIER -> tokens.source(index).indexOf('"') >= 0 ? Kind.NAME : Kind.WORD;
      case STRING -> Kind.TEXT;
      default -> Kind.SIGN;
    };
  }

  /** Returns whether the token is this word or operator. */
  boolean is(String expected) {
    return (kind == Kind.WORD || kind == Kind.SIGN) && text.equals(expected);
  }

  boolean isOneOf(String... expected) {
    for (String one : expected) {
      if (is(one)) {
        return true;
      }
    }
    return false;
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.NAME;
  }

  boolean isEnd() {
    return kind == Kind.END;
  }
}
