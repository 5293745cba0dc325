package dev.colonnade.sql.execute;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.spill.BatchMemory;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the rows of batches of any size in {@linkplain BatchMemory#pieces pieces}, for
 * operators that charge memory for what they keep. One thread.
 */
public final class PieceReader {
  private final Supplier<@Nullable VectorBatch> source;
  private Iterator<VectorBatch> pieces = Collections.emptyIterator();
  private @Nullable VectorBatch returned;

  /** Creates a reader of a source, which returns null after the last batch. */
  public PieceReader(Supplier<@Nullable VectorBatch> source) {
    this.source = requireNonNull(source, "source is null");
  }

  /** Returns the next rows, at least one; null after the last. */
  public @Nullable VectorBatch next() {
    VectorBatch piece = returned;
    if (piece != null) {
      returned = null;
      return piece;
    }
    while (!pieces.hasNext()) {
      VectorBatch batch = source.get();
      if (batch == null) {
        return null;
      }
      pieces = BatchMemory.pieces(batch).iterator();
    }
    return pieces.next();
  }

  /** Makes a piece that was read the next one again. */
  public void unread(VectorBatch piece) {
    if (returned != null) {
      throw new IllegalStateException("another piece was unread");
    }
    returned = requireNonNull(piece, "piece is null");
  }
}
