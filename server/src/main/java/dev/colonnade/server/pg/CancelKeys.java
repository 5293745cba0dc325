package dev.colonnade.server.pg;

import dev.colonnade.server.pg.session.Conversation;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Which number and which secret a session can be canceled with. Any thread. */
final class CancelKeys {
  /** The number and secret of a session. */
  record Key(int processId, int secret) {}

  private record Entry(int secret, Conversation conversation) {}

  private final RandomGenerator random;
  private final Map<Integer, Entry> entries = new ConcurrentHashMap<>();

  CancelKeys(RandomGenerator random) {
    this.random = random;
  }

  /** The key of a session by its number, which no other session has. */
  Key register(Conversation conversation, int processId) {
    int secret = random.nextInt();
    entries.put(processId, new Entry(secret, conversation));
    return new Key(processId, secret);
  }

  void remove(Key key) {
    entries.remove(key.processId());
  }

  /** Has the statement of a session given up, if this is its key. Takes the same time if not. */
  void cancel(int processId, int secret) {
    Entry entry = entries.get(processId);
    boolean isRight =
        MessageDigest.isEqual(bytes(entry == null ? ~secret : entry.secret()), bytes(secret));
    conversation(entry, isRight);
  }

  private static void conversation(@Nullable Entry entry, boolean isRight) {
    if (entry != null && isRight) {
      entry.conversation().cancel();
    }
  }

  private static byte[] bytes(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }
}
