package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** NUMERICs with a limit of digits. */
public final class DecimalCells extends ReaderCells {
  private final int scale;

  /** The digits of all values; null if there may be more than a long has. */
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

  /** A value that is not NULL. */
  public BigDecimal decimalAt(int row) {
    return unscaled == null ? reader().decimalAt(row) : BigDecimal.valueOf(unscaled[row], scale);
  }
}
