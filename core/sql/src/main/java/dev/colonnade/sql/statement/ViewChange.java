package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kind of change through a view. */
enum ViewChange {
  INSERT("insert into", "insert into"),
  UPDATE("update", "update"),
  DELETE("delete from", "delete from");

  private final String words;
  private final String ofColumn;

  ViewChange(String words, String ofColumn) {
    this.words = words;
    this.ofColumn = ofColumn;
  }

  /** Returns the text of errors about a column. */
  String ofColumn() {
    return ofColumn;
  }

  /** Returns the error that a view is not simple enough. */
  ColonnadeException refused(View view, String detail) {
    return new ColonnadeException(
        ErrorCode.WRONG_STATE,
        "cannot %s view \"%s\"".formatted(words, view.name()),
        ErrorFields.NONE.withDetail(detail));
  }

  /**
   * Refuses a row that is written through a view which does not show it.
   *
   * @param held a row in which, from {@code start} on, the conditions of the views are evaluated
   */
  static void require(List<String> viewNames, @Nullable Object[] held, int start) {
    for (int i = 0; i < viewNames.size(); i++) {
      if (!Boolean.TRUE.equals(held[start + i])) {
        throw new ColonnadeException(
            ErrorCode.CHECK_OPTION_VIOLATION,
            "new row violates check option for view \"%s\"".formatted(viewNames.get(i)));
      }
    }
  }
}
