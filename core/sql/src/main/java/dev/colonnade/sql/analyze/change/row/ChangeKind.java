package dev.colonnade.sql.analyze.change.row;

import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;

/** Kind of change of a table or view. */
public enum ChangeKind {
  INSERT(
      "insert into",
      "To enable inserting into the view, provide an INSTEAD OF INSERT trigger or an unconditional"
          + " ON INSERT DO INSTEAD rule."),
  UPDATE(
      "update",
      "To enable updating the view, provide an INSTEAD OF UPDATE trigger or an unconditional ON"
          + " UPDATE DO INSTEAD rule."),
  DELETE(
      "delete from",
      "To enable deleting from the view, provide an INSTEAD OF DELETE trigger or an unconditional"
          + " ON DELETE DO INSTEAD rule.");

  private final String phrase;
  private final String hint;

  ChangeKind(String phrase, String hint) {
    this.phrase = phrase;
    this.hint = hint;
  }

  /** Returns the error that a view does not allow the change. */
  public ColonnadeException refused(View view, String detail) {
    return new ColonnadeException(
        ErrorCode.WRONG_STATE,
        "cannot %s view \"%s\"".formatted(phrase, view.name()),
        ErrorFields.NONE.withDetail(detail).withHint(hint));
  }

  /** Returns the error that a column of a view is no column of its table. */
  public ColonnadeException refused(View view, String column, String detail) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "cannot %s column \"%s\" of view \"%s\"".formatted(phrase, column, view.name()),
        ErrorFields.NONE.withDetail(detail));
  }
}
