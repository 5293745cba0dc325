package dev.colonnade.mvcc.mutation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Row mutations of a batch that is too large for one store batch, produced in chunks with ascending
 * keys. Every pass produces the same mutations.
 */
@FunctionalInterface
public interface MutationChunks {
  /**
   * Passes all mutations to {@code visitor}, in chunks of ascending keys; no key is in two chunks.
   * An exception of the visitor ends the pass.
   */
  void forEach(Size max, Consumer<Mutations> visitor);

  /**
   * Returns whether all mutations are certainly deletes, which are admitted everywhere, and whose
   * conditions the leader checks.
   */
  default boolean isDeletesOnly() {
    return false;
  }

  /** Returns the spans whose keys are all deleted, in addition to the mutations; null for none. */
  default @Nullable SpanDelete spanDelete() {
    return null;
  }

  /**
   * Returns the mutations of rows of a batch; {@link Mutations#withoutRows} is the rest of the
   * batch.
   */
  static MutationChunks of(Mutations batch) {
    List<Mutation.OfRow> rows = new ArrayList<>();
    for (Mutation mutation : batch.all()) {
      if (mutation instanceof Mutation.OfRow row) {
        rows.add(row);
      }
    }
    rows.sort(Comparator.comparing(Mutation.OfRow::key));
    return (max, visitor) -> forEachChunk(rows, max, visitor);
  }

  private static void forEachChunk(
      List<Mutation.OfRow> rows, Size max, Consumer<Mutations> visitor) {
    Mutations chunk = new Mutations();
    for (Mutation.OfRow row : rows) {
      chunk.addRow(row);
      if (max.isExceeded(chunk.count() + 1, chunk.byteSize())) {
        visitor.accept(chunk);
        chunk = new Mutations();
      }
    }
    if (!chunk.isEmpty()) {
      visitor.accept(chunk);
    }
  }

  /**
   * Maximum size of a chunk. A single mutation may exceed it.
   *
   * @param mutationsMax maximum number of mutations
   * @param bytesMax maximum bytes of all keys and values
   */
  record Size(int mutationsMax, long bytesMax) {
    public static final Size DEFAULT = new Size(50_000, 8L << 20);

    public Size {
      if (mutationsMax < 1 || bytesMax < 1) {
        throw new IllegalArgumentException(
            "chunk size not positive mutationsMax=%d bytesMax=%d"
                .formatted(mutationsMax, bytesMax));
      }
    }

    /** Returns whether a batch of this size exceeds a chunk. */
    public boolean isExceeded(int mutations, long bytes) {
      return mutations > mutationsMax || bytes > bytesMax;
    }
  }
}
