package dev.colonnade.sql;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The cursors that a session has declared. One thread. */
final class Cursors {
  /** Cursors of one session. */
  static final int COUNT_MAX = 10_000;

  private final Map<String, Cursor> cursors = new HashMap<>();

  /** Those that are to outlive the transaction. */
  private final Set<String> held = new HashSet<>();

  /** Fails if there is one of the name, or no room for one more. */
  void requireFree(String name) {
    if (cursors.containsKey(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_CURSOR, "cursor \"%s\" already exists".formatted(name));
    }
    if (cursors.size() == COUNT_MAX) {
      throw new ColonnadeException(ErrorCode.LIMIT_EXCEEDED, "too many cursors: max=" + COUNT_MAX);
    }
  }

  void declare(String name, Cursor cursor, boolean isHeld) {
    cursors.put(name, cursor);
    if (isHeld) {
      held.add(name);
    }
  }

  Cursor require(String name) {
    Cursor cursor = cursors.get(name);
    if (cursor == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_CURSOR, "cursor \"%s\" does not exist".formatted(name));
    }
    return cursor;
  }

  @Nullable SqlPrepared queryOf(String name) {
    Cursor cursor = cursors.get(name);
    return cursor == null ? null : cursor.query();
  }

  /** Closes one, or all. */
  void close(@Nullable String name) {
    if (name == null) {
      cursors.values().forEach(Cursor::close);
      cursors.clear();
      held.clear();
    } else {
      require(name).close();
      cursors.remove(name);
      held.remove(name);
    }
  }

  /** The transaction is about to be committed: reads what has to be there behind it. */
  void persist() {
    for (String name : held) {
      Cursor cursor = require(name);
      if (!cursor.isPersistent()) {
        cursor.persist();
      }
    }
  }

  /** The transaction has ended: only what was kept is left. */
  void ended() {
    removeIf(cursor -> !cursor.isPersistent());
  }

  /** The transaction went back to a savepoint: those that were declared since are gone. */
  void wentBack() {
    removeIf(Cursor::isLost);
  }

  private void removeIf(Predicate<Cursor> isOver) {
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
    held.retainAll(cursors.keySet());
  }
}
