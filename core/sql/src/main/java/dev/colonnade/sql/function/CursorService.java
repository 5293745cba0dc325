package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement service of the cursors of a session. */
public interface CursorService extends StatementService {
  /** Cursors of a session that has none. */
  CursorService NONE =
      new CursorService() {
        @Override
        public List<@Nullable Object> currentKey(String cursor, int tableId, String tableName) {
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_CURSOR, "cursor \"%s\" does not exist".formatted(cursor));
        }

        @Override
        public List<Description> descriptions() {
          return List.of();
        }
      };

  /**
   * Returns the key of the current row of a cursor.
   *
   * @param tableId table whose row it is
   * @throws dev.colonnade.error.ColonnadeException UNKNOWN_CURSOR, or INVALID_CURSOR_STATE if it
   *     has no current row of the table
   */
  List<@Nullable Object> currentKey(String cursor, int tableId, String tableName);

  /** Returns the cursors of the session, as {@code pg_cursors} lists them. */
  List<Description> descriptions();

  /**
   * Cursor.
   *
   * @param statement text that declares it
   * @param createdMicros time of its declaration in microseconds since 1970
   */
  record Description(
      String name,
      String statement,
      boolean isHoldable,
      boolean isBinary,
      boolean isScrollable,
      long createdMicros) {
    public Description {
      requireNonNull(name, "name is null");
      requireNonNull(statement, "statement is null");
    }
  }
}
