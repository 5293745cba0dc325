package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import java.util.function.Consumer;

/** Collector of ascending writes that passes them on in chunks of limited size. One thread. */
final class ChunkCollector {
  private final MutationChunks.Size max;
  private final Consumer<Mutations> visitor;
  private Mutations chunk = new Mutations();

  ChunkCollector(MutationChunks.Size max, Consumer<Mutations> visitor) {
    this.max = requireNonNull(max, "max is null");
    this.visitor = requireNonNull(visitor, "visitor is null");
  }

  /** Adds a write, whose key is above all earlier ones. */
  void add(Key key, BufferedWrite write) {
    write.addTo(chunk, key);
    if (max.isExceeded(chunk.count() + 1, chunk.byteSize())) {
      visitor.accept(chunk);
      chunk = new Mutations();
    }
  }

  /** Passes the last chunk on. */
  void finish() {
    if (!chunk.isEmpty()) {
      visitor.accept(chunk);
    }
  }
}
