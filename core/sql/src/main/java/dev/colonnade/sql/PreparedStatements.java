package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a session that have names, made by PREPARE or by a message of a protocol: each
 * can be run and forgotten in both ways. One thread.
 */
public final class PreparedStatements {
  /** Statements of one session. */
  public static final int COUNT_MAX = 65_536;

  private final Map<String, SqlPrepared> byName = new HashMap<>();
  private long removalCount;

  /** Fails if there is a statement of this name. */
  public void requireFree(String name) {
    if (byName.containsKey(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_PREPARED_STATEMENT,
          "prepared statement \"%s\" already exists".formatted(name));
    }
  }

  /**
   * Keeps a statement.
   *
   * @throws ColonnadeException LIMIT_EXCEEDED if there are {@link #COUNT_MAX} already
   */
  public void add(String name, SqlPrepared statement) {
    requireNonNull(statement, "statement is null");
    requireFree(name);
    if (byName.size() >= COUNT_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many prepared statements: max=%d".formatted(COUNT_MAX));
    }
    byName.put(name, statement);
  }

  /** The statement of a name; null if there is none. */
  public @Nullable SqlPrepared find(String name) {
    return byName.get(name);
  }

  /** The statement of a name. */
  public SqlPrepared require(String name) {
    SqlPrepared found = byName.get(name);
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PREPARED_STATEMENT,
          "prepared statement \"%s\" does not exist".formatted(name));
    }
    return found;
  }

  /** Forgets a statement; does nothing if there is none of the name. */
  public void remove(String name) {
    if (byName.remove(name) != null) {
      removalCount++;
    }
  }

  /** Forgets all of them. */
  public void clear() {
    if (!byName.isEmpty()) {
      byName.clear();
      removalCount++;
    }
  }

  /** Changes with every removal: who keeps more of a statement looks by this whether to let go. */
  public long removalCount() {
    return removalCount;
  }

  /** Has all of them planned anew. */
  void forgetPlans() {
    byName.values().forEach(SqlPrepared::forget);
  }
}
