package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Checks of the CHECK OPTION of views.
 *
 * @param views names of the views
 * @param first index of the column of the first view in batches of rows
 */
public record ViewChecks(List<String> views, int first) {
  private static final VectorType BOOLEAN = VectorType.of(TypeKind.BOOLEAN);

  public ViewChecks {
    views = List.copyOf(views);
  }

  /** Returns the first row of a batch that a view does not show; -1 if there is none. */
  public int firstViolation(VectorBatch batch) {
    for (int row = 0; row < batch.rowCount() && !views.isEmpty(); row++) {
      if (firstView(batch, row) >= 0) {
        return row;
      }
    }
    return -1;
  }

  /** Throws CHECK_OPTION_VIOLATION if a view does not show a row. */
  public void require(VectorBatch batch, int row) {
    int view = firstView(batch, row);
    if (view >= 0) {
      throw new ColonnadeException(
          ErrorCode.CHECK_OPTION_VIOLATION,
          "new row violates check option for view \"%s\"".formatted(views.get(view)));
    }
  }

  /** Returns the index of the first view that does not show a row; -1 if all do. */
  private int firstView(VectorBatch batch, int row) {
    for (int i = 0; i < views.size(); i++) {
      if (!Boolean.TRUE.equals(batch.column(first + i).held(row, BOOLEAN))) {
        return i;
      }
    }
    return -1;
  }
}
