package dev.colonnade.sql.frontend.text;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;

/** Texts of statements for the log, without passwords. */
public final class PasswordTexts {
  private PasswordTexts() {}

  /** Returns a text in which the strings behind PASSWORD are replaced. */
  public static String without(String text) {
    Tokens tokens = Lexer.read(text);
    StringBuilder shown = new StringBuilder();
    int done = 0;
    for (int i = 0; i + 1 < tokens.count(); i++) {
      if (tokens.is(i, Keyword.PASSWORD) && tokens.is(i + 1, TokenKind.STRING)) {
        shown.append(text, done, tokens.start(i + 1)).append("'***'");
        done = tokens.end(i + 1);
      }
    }
    return shown.append(text, done, text.length()).toString();
  }
}
