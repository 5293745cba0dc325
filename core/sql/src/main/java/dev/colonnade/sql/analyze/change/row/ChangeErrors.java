package dev.colonnade.sql.analyze.change.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;

/** Errors of statements that change rows, with PostgreSQL's texts. */
public final class ChangeErrors {
  private ChangeErrors() {}

  /**
   * Returns an error at a place of the statement.
   *
   * @param position offset from 0; negative for none
   */
  public static ColonnadeException at(int position, ErrorCode code, String message) {
    return new ColonnadeException(code, message, fields(position));
  }

  /** Returns the fields of an error at a place of the statement. */
  public static ErrorFields fields(int position) {
    return position < 0 ? ErrorFields.NONE : ErrorFields.at(position + 1);
  }

  /** Returns the error that a relation has no column of a name. */
  public static ColonnadeException noColumn(String column, String relation, int position) {
    return at(
        position,
        ErrorCode.UNKNOWN_COLUMN,
        "column \"%s\" of relation \"%s\" does not exist".formatted(column, relation));
  }

  /** Returns the error of something that is not supported. */
  public static ColonnadeException unsupported(int position, String message) {
    return at(position, ErrorCode.UNSUPPORTED, message);
  }
}
