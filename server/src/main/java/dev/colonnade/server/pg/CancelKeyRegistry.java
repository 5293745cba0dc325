package dev.colonnade.server.pg;

import dev.colonnade.server.pg.session.PgSession;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Registry of cancel keys: the process id and the secret that cancel a session. Thread-safe. */
final class CancelKeyRegistry {
  /** Process id and secret of a session, as BackendKeyData carries them. */
  record Key(int processId, int secret) {}

  private record Entry(int secret, PgSession session) {}

  private final RandomGenerator random;
  private final Map<Integer, Entry> entries = new ConcurrentHashMap<>();

  CancelKeyRegistry(RandomGenerator random) {
    this.random = random;
  }

  /** Registers a session under its process id, which is unique, and returns its key. */
  Key register(PgSession session, int processId) {
    int secret = random.nextInt();
    entries.put(processId, new Entry(secret, session));
    return new Key(processId, secret);
  }

  void remove(Key key) {
    entries.remove(key.processId());
  }

  /**
   * Cancels the statement of a session if the key is right. The comparison takes the same time for
   * a wrong key.
   */
  void cancel(int processId, int secret) {
    Entry entry = entries.get(processId);
    boolean isRight =
        MessageDigest.isEqual(bytes(entry == null ? ~secret : entry.secret()), bytes(secret));
    cancelIf(isRight, entry);
  }

  private static void cancelIf(boolean isRight, @Nullable Entry entry) {
    if (entry != null && isRight) {
      entry.session().cancel();
    }
  }

  private static byte[] bytes(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }
}
