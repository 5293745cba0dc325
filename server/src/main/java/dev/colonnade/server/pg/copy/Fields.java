package dev.colonnade.server.pg.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyTextRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of rows of text while they are read. One thread. */
final class Fields {
  private final List<String> names;
  private final CopyTextRows.Builder rows;

  Fields(List<String> names) {
    this.names = List.copyOf(names);
    this.rows = new CopyTextRows.Builder(names.size());
  }

  /** The name of the column whose value comes next; empty if there is none. */
  String nextName() {
    int count = rows.fieldCount();
    return count < names.size() ? names.get(count) : "";
  }

  void add(byte[] bytes, int from, int to) {
    requireRoom();
    rows.add(bytes, from, to);
  }

  void addNull() {
    requireRoom();
    rows.addNull();
  }

  private void requireRoom() {
    if (rows.fieldCount() == names.size()) {
      throw wrong("extra data after last expected column");
    }
  }

  void endRow() {
    if (rows.fieldCount() < names.size()) {
      throw wrong("missing data for column \"%s\"".formatted(names.get(rows.fieldCount())));
    }
    rows.endRow();
  }

  /** The rows that came since they were last taken. */
  CopyTextRows take() {
    return rows.drain();
  }

  int rowCount() {
    return rows.size();
  }

  /** Checks a first line, whose values are to be the names. */
  void requireNames(@Nullable Object[] found) {
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equals(found[i])) {
        throw wrong(
            "column name mismatch in header line field %d: got \"%s\", expected \"%s\""
                .formatted(i + 1, found[i], names.get(i)));
      }
    }
  }

  static ColonnadeException wrong(String message) {
    return new ColonnadeException(ErrorCode.BAD_COPY_DATA, message);
  }
}
