package dev.colonnade.replication.readindex;

import static java.util.Objects.requireNonNull;

import dev.colonnade.replication.log.LogPosition;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Response of a leader to a request for its read index.
 *
 * <pre>
 *   i64 term of the leader | i64 term of the entry | i64 index of the entry
 * </pre>
 *
 * @param leaderTerm term in which the leader responds
 * @param position last entry that the leader has applied
 */
public record ReadIndex(long leaderTerm, LogPosition position) {
  private static final int BYTES = 3 * Long.BYTES;

  public ReadIndex {
    requireNonNull(position, "position is null");
  }

  /** Returns the index up to which a follower must apply the log. */
  public long index() {
    return position.index();
  }

  /** Returns the response; empty without an index. */
  public static ByteBuffer encode(@Nullable ReadIndex index) {
    return index == null
        ? ByteBuffer.allocate(0)
        : ByteBuffer.allocate(BYTES)
            .putLong(index.leaderTerm)
            .putLong(index.position.term())
            .putLong(index.position.index())
            .flip();
  }

  /** Returns the index in a response; null if it has none. */
  static @Nullable ReadIndex decode(ByteBuffer response) {
    return response.remaining() == BYTES
        ? new ReadIndex(response.getLong(), new LogPosition(response.getLong(), response.getLong()))
        : null;
  }
}
