package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.mutation.MutationLayout;
import dev.colonnade.protocol.mutation.WriteDurability;
import dev.colonnade.protocol.schema.TableVersion;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * Request to apply mutations of one table atomically. The response is {@code WriteOk}.
 *
 * @param table with the schema version whose column types the tuples are encoded by
 * @param columnIds the columns of INSERT, UPSERT and UPDATE tuples; an empty list means all columns
 *     of the version
 * @param mutations in the layout of {@link MutationLayout}
 */
public record Write(
    TableVersion table,
    WriteDurability durability,
    List<Integer> columnIds,
    int mutationCount,
    ByteBuf mutations)
    implements Request {
  public Write {
    requireNonNull(table, "table is null");
    requireNonNull(durability, "durability is null");
    columnIds = List.copyOf(columnIds);
    requireNonNull(mutations, "mutations is null");
    if (mutationCount < 0) {
      throw new IllegalArgumentException("mutationCount=" + mutationCount + " is below 0");
    }
  }

  @Override
  public RequestType type() {
    return RequestType.WRITE;
  }

  @Override
  public void release() {
    mutations.release();
  }
}
