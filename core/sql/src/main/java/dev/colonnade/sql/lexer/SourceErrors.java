package dev.colonnade.sql.lexer;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;

/** Factory of errors at a place of a statement's text. */
public final class SourceErrors {
  private SourceErrors() {}

  /** Returns an error at a character of the text, counted from 0. */
  public static ColonnadeException at(ErrorCode code, String message, String text, int offset) {
    return new ColonnadeException(code, message, fields(text, offset));
  }

  /** Returns a syntax error at a character of the text, counted from 0. */
  public static ColonnadeException syntax(String message, String text, int offset) {
    return at(ErrorCode.SYNTAX_ERROR, message, text, offset);
  }

  /** Returns a syntax error with a hint. */
  public static ColonnadeException syntax(String message, String hint, String text, int offset) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR, message, fields(text, offset).withHint(hint));
  }

  /** Returns a syntax error that quotes the text from a character up to another. */
  public static ColonnadeException near(String message, String text, int start, int end) {
    String place =
        start >= text.length()
            ? " at end of input"
            : " at or near \"" + text.substring(start, end) + "\"";
    return syntax(message + place, text, start);
  }

  /** Returns fields with a position: characters of Unicode from 1. */
  public static ErrorFields fields(String text, int offset) {
    return ErrorFields.at(text.codePointCount(0, Math.min(offset, text.length())) + 1);
  }
}
