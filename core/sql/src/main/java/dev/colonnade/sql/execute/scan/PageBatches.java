package dev.colonnade.sql.execute.scan;

import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of a scan as batches of vectors, which do not refer to the memory of the pages. */
final class PageBatches implements AutoCloseable {
  private final PageStream stream;
  private final List<VectorType> types;

  PageBatches(PageStream stream, List<VectorType> types) {
    this.stream = stream;
    this.types = types;
  }

  @Nullable VectorBatch next() {
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
