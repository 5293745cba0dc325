package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.SpanDelete;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes of a buffer in chunks. */
record WriteChunks(boolean isDeletesOnly, @Nullable SpanDelete spanDelete, MutationChunks chunks)
    implements MutationChunks {
  // Not compact: class files lack the type annotations of compact constructors.
  WriteChunks(boolean isDeletesOnly, @Nullable SpanDelete spanDelete, MutationChunks chunks) {
    this.isDeletesOnly = isDeletesOnly;
    this.spanDelete = spanDelete;
    this.chunks = requireNonNull(chunks, "chunks is null");
  }

  @Override
  public void forEach(Size max, Consumer<Mutations> visitor) {
    chunks.forEach(max, visitor);
  }
}
