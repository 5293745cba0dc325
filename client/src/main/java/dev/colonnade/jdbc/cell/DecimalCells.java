package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Column of NUMERIC values with a precision. */
public final class DecimalCells extends ReaderCells {
  private final int scale;

  /** Unscaled values of all rows; null if a value can exceed a long. */
  private final long @Nullable [] unscaled;

  DecimalCells(SqlTypeInfo type, ColumnReader reader, int rowCount) {
    super(type, reader);
    scale = reader.column().type().scale();
    if (reader.column().type().isWideNumeric()) {
      unscaled = null;
    } else {
      unscaled = new long[rowCount];
      reader.copyUnscaled(0, rowCount, unscaled, 0);
    }
  }

  /** Returns whether the value of a row is NaN, which no BigDecimal is; false for NULL. */
  public boolean isNaN(int row) {
    return reader().isNaNAt(row);
  }

  /** Returns the value of a row that is neither NULL nor NaN. */
  public BigDecimal decimalAt(int row) {
    return unscaled == null ? reader().decimalAt(row) : BigDecimal.valueOf(unscaled[row], scale);
  }
}
