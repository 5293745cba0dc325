package dev.colonnade.sql.run;

import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pages of a scan as vectors. */
final class PageOperator implements VectorOperator {
  private final PageStream stream;
  private final List<VectorType> types;

  PageOperator(PageStream stream, List<VectorType> types) {
    this.stream = stream;
    this.types = types;
  }

  @Override
  public @Nullable VectorBatch next() {
    for (ScanPage page = stream.next(); page != null; page = stream.next()) {
      try (ScanPage open = page) {
        if (open.rowCount() > 0) {
          return PageVectors.of(((ColumnPage) open).batch(), types);
        }
      }
    }
    return null;
  }

  @Override
  public void close() {
    stream.close();
  }
}
