package dev.colonnade.mvcc.commit;

import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.SpanDelete;
import java.util.function.Consumer;

/** Commit of nothing but the delete of all keys of spans. */
public record SpanDeleteChunks(SpanDelete spanDelete) implements MutationChunks {
  @Override
  public void forEach(Size max, Consumer<Mutations> visitor) {}

  @Override
  public boolean isDeletesOnly() {
    return true;
  }
}
