package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Named prepared statements of a session, created by PREPARE or by a protocol message: both can
 * execute and remove all of them. One thread.
 */
public final class PreparedStatements {
  /** Maximum number of statements of a session. */
  public static final int COUNT_MAX = 65_536;

  private final Map<String, SqlPrepared> byName = new HashMap<>();
  private long removalCount;

  /** Throws DUPLICATE_PREPARED_STATEMENT if the name is in use. */
  public void requireFree(String name) {
    if (byName.containsKey(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_PREPARED_STATEMENT,
          "prepared statement \"%s\" already exists".formatted(name));
    }
  }

  /**
   * Adds a statement.
   *
   * @throws ColonnadeException DUPLICATE_PREPARED_STATEMENT; LIMIT_EXCEEDED if there are {@link
   *     #COUNT_MAX} already
   */
  public void add(String name, SqlPrepared statement) {
    requireNonNull(statement, "statement is null");
    requireFree(name);
    if (byName.size() >= COUNT_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many prepared statements: max=%d".formatted(COUNT_MAX));
    }
    statement.fixColumns();
    byName.put(name, statement);
  }

  /** Returns the statement of a name; null if there is none. */
  public @Nullable SqlPrepared find(String name) {
    return byName.get(name);
  }

  /** Returns the statement of a name; throws UNKNOWN_PREPARED_STATEMENT if there is none. */
  public SqlPrepared require(String name) {
    SqlPrepared found = byName.get(name);
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PREPARED_STATEMENT,
          "prepared statement \"%s\" does not exist".formatted(name));
    }
    return found;
  }

  /** Removes a statement; does nothing if there is none of the name. */
  public void remove(String name) {
    if (byName.remove(name) != null) {
      removalCount++;
    }
  }

  /** Removes all statements. */
  public void clear() {
    if (!byName.isEmpty()) {
      byName.clear();
      removalCount++;
    }
  }

  /** Returns the number of removals, by which owners of dependent state detect that it is stale. */
  public long removalCount() {
    return removalCount;
  }

  /** Discards the plans of all statements, which are planned again when they run next. */
  public void discardPlans() {
    byName.values().forEach(SqlPrepared::discardPlan);
  }
}
