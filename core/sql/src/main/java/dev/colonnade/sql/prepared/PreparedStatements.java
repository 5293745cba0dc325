package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.PreparedStatementDescription;
import dev.colonnade.sql.frontend.plan.ClientTypes;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Named prepared statements of a session, created by PREPARE or by a protocol message: both can
 * execute and remove all of them. One thread.
 */
public final class PreparedStatements {
  /** Maximum number of statements of a session. */
  public static final int COUNT_MAX = 65_536;

  /**
   * Origin of a statement.
   *
   * @param query text that the client sent to prepare it
   * @param isFromSql true for PREPARE, false for a message of the protocol
   * @param micros time of its preparation in microseconds since 1970
   */
  public record Origin(String query, boolean isFromSql, long micros) {
    public Origin {
      requireNonNull(query, "query is null");
    }
  }

  private final Map<String, SqlPrepared> byName = new HashMap<>();
  private final Map<String, Origin> origins = new HashMap<>();
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
  public void add(String name, SqlPrepared statement, Origin origin) {
    requireNonNull(origin, "origin is null");
    requireNonNull(statement, "statement is null");
    requireFree(name);
    if (byName.size() >= COUNT_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many prepared statements: max=%d".formatted(COUNT_MAX));
    }
    statement.fixColumns();
    byName.put(name, statement);
    origins.put(name, origin);
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
      origins.remove(name);
      removalCount++;
    }
  }

  /** Removes all statements. */
  public void clear() {
    if (!byName.isEmpty()) {
      byName.clear();
      origins.clear();
      removalCount++;
    }
  }

  /** Returns descriptions of all statements, in the order of their names. */
  public List<PreparedStatementDescription> descriptions() {
    List<PreparedStatementDescription> descriptions = new ArrayList<>();
    new TreeMap<>(byName)
        .forEach(
            (name, statement) -> {
              Origin origin = requireNonNull(origins.get(name), "origin is null");
              descriptions.add(
                  new PreparedStatementDescription(
                      name,
                      origin.query(),
                      origin.micros(),
                      statement.parameterTypes().stream().map(PreparedStatements::oidOf).toList(),
                      origin.isFromSql(),
                      statement.executionCount()));
            });
    return descriptions;
  }

  private static long oidOf(SqlType type) {
    if (type.oid() != SqlType.NO_OID) {
      return Integer.toUnsignedLong(type.oid());
    }
    TypeReference reference = ClientTypes.reference(type, Registry.ofSystem().types());
    return reference == null ? TypeOids.TEXT : Integer.toUnsignedLong(reference.type().oid());
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
