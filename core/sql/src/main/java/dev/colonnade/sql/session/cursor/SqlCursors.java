package dev.colonnade.sql.session.cursor;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.prepared.SqlPrepared;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Cursors that a session has declared. One thread. */
public final class SqlCursors implements CursorService {
  /** Maximum number of cursors of a session. */
  public static final int COUNT_MAX = 10_000;

  private final Map<String, SqlCursor> cursors = new HashMap<>();

  /** Names of the cursors that outlive their transaction (WITH HOLD). */
  private final Set<String> holdable = new HashSet<>();

  private Function<String, @Nullable ClientPortal> portals = _ -> null;

  /** Sets the portals of the client's protocol by name, which FETCH and MOVE read too. */
  public void setPortals(Function<String, @Nullable ClientPortal> others) {
    portals = requireNonNull(others, "others is null");
  }

  /** Returns the portal of a name; null if a declared cursor has it, or there is none. */
  public @Nullable ClientPortal portal(String name) {
    return cursors.containsKey(name) ? null : portals.apply(name);
  }

  /**
   * Throws DUPLICATE_CURSOR if the name is in use, and LIMIT_EXCEEDED if no more cursors are
   * allowed.
   */
  public void requireFree(String name) {
    if (cursors.containsKey(name) || portals.apply(name) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_CURSOR, "cursor \"%s\" already exists".formatted(name));
    }
    if (cursors.size() == COUNT_MAX) {
      throw new ColonnadeException(ErrorCode.LIMIT_EXCEEDED, "too many cursors: max=" + COUNT_MAX);
    }
  }

  public void declare(String name, SqlCursor cursor, boolean isHoldable) {
    cursors.put(name, cursor);
    if (isHoldable) {
      holdable.add(name);
    }
  }

  public SqlCursor require(String name) {
    SqlCursor cursor = cursors.get(name);
    if (cursor == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_CURSOR, "cursor \"%s\" does not exist".formatted(name));
    }
    return cursor;
  }

  @Override
  public List<@Nullable Object> currentKey(String cursor, int tableId, String tableName) {
    return require(cursor).currentKey(cursor, tableId, tableName);
  }

  @Override
  public List<Description> descriptions() {
    List<Description> all = new ArrayList<>();
    cursors.forEach(
        (name, cursor) ->
            all.add(
                new Description(
                    name,
                    cursor.declaration().text(),
                    holdable.contains(name),
                    cursor.declaration().isBinary(),
                    cursor.isScrollable(),
                    cursor.declaration().micros())));
    return all;
  }

  public @Nullable SqlPrepared queryOf(String name) {
    SqlCursor cursor = cursors.get(name);
    return cursor == null ? null : cursor.query();
  }

  /** Closes a cursor; all of them if {@code name} is null. */
  public void close(@Nullable String name) {
    if (name == null) {
      cursors.values().forEach(SqlCursor::close);
      cursors.clear();
      holdable.clear();
      return;
    }
    ClientPortal portal = portal(name);
    if (portal != null) {
      portal.close();
      return;
    }
    require(name).close();
    cursors.remove(name);
    holdable.remove(name);
  }

  /** Closes a declared cursor; no effect if there is none of the name. */
  public void closeDeclared(String name) {
    if (cursors.containsKey(name)) {
      close(name);
    }
  }

  /** Materializes the rows of the holdable cursors, before the transaction commits. */
  public void persist() {
    for (String name : holdable) {
      SqlCursor cursor = require(name);
      if (!cursor.isPersistent()) {
        cursor.persist();
      }
    }
  }

  /** Closes the cursors that end with their transaction. */
  public void closeTransactional() {
    removeIf(cursor -> !cursor.isPersistent());
  }

  /** Closes the cursors that a rollback to a savepoint has ended: those declared after it. */
  public void closeEnded() {
    removeIf(SqlCursor::isEnded);
  }

  private void removeIf(Predicate<SqlCursor> isOver) {
    cursors
        .values()
        .removeIf(
            cursor -> {
              boolean isRemoved = isOver.test(cursor);
              if (isRemoved) {
                cursor.close();
              }
              return isRemoved;
            });
    holdable.retainAll(cursors.keySet());
  }
}
