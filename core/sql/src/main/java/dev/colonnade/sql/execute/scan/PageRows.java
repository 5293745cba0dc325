package dev.colonnade.sql.execute.scan;

import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a page that has some, as columns in any form. Valid until the page is closed. */
final class PageRows {
  private final List<Column> columns;
  private final ColumnVector[] vectors;
  private final VectorPage.Rows rows;

  private PageRows(List<Column> columns, ColumnVector[] vectors, VectorPage.Rows rows) {
    this.columns = columns;
    this.vectors = vectors;
    this.rows = rows;
  }

  static PageRows of(ScanPage page, List<Column> columns) {
    ColumnVector[] vectors = new ColumnVector[columns.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] =
          switch (page) {
            case ColumnPage batch -> batch.batch().vector(i);
            case VectorPage block -> block.vector(i);
            case KeyValuePage _ -> throw new IllegalArgumentException("page has no columns");
          };
    }
    VectorPage.Rows rows =
        page instanceof VectorPage block ? block.rows() : VectorPage.Rows.range(0, page.rowCount());
    return new PageRows(columns, vectors, rows);
  }

  List<Column> columns() {
    return columns;
  }

  ColumnVector vector(int column) {
    return vectors[column];
  }

  /** Returns the first position, if the positions are consecutive. */
  int first() {
    return rows.first();
  }

  /** Returns the positions of the rows in the vectors; null if they are consecutive. */
  int @Nullable [] selection() {
    return rows.selection();
  }

  int count() {
    return rows.count();
  }

  /** Returns the position of a row in the vectors. */
  int position(int row) {
    int[] selection = rows.selection();
    return selection == null ? rows.first() + row : selection[row];
  }
}
