package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Checks of the CHECK OPTION of views. */
public final class ViewChecks {
  private static final VectorType BOOLEAN = VectorType.of(TypeKind.BOOLEAN);

  private ViewChecks() {}

  /**
   * Throws CHECK_OPTION_VIOLATION if a row is written through a view that does not show it.
   *
   * @param views names of the views
   * @param first index of the column of the first view
   */
  public static void require(List<String> views, VectorBatch batch, int first) {
    for (int row = 0; row < batch.rowCount() && !views.isEmpty(); row++) {
      for (int i = 0; i < views.size(); i++) {
        Vector satisfied = batch.column(first + i);
        if (!Boolean.TRUE.equals(satisfied.held(row, BOOLEAN))) {
          throw new ColonnadeException(
              ErrorCode.CHECK_OPTION_VIOLATION,
              "new row violates check option for view \"%s\"".formatted(views.get(i)));
        }
      }
    }
  }
}
