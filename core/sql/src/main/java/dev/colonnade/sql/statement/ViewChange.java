package dev.colonnade.sql.statement;

import dev.colonnade.catalog.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is done through a view. */
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

  /** As errors say it of a column. */
  String ofColumn() {
    return ofColumn;
  }

  /** That a view is not plain enough. */
  ColonnadeException refused(View view, String detail) {
    return new ColonnadeException(
        ErrorCode.WRONG_STATE,
        "cannot %s view \"%s\"".formatted(words, view.name()),
        ErrorFields.NONE.withDetail(detail));
  }

  /**
   * Refuses a row that one of the views does not show through which it is written.
   *
   * @param held a row in which, from {@code start} on, the conditions of the views are worked out
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
