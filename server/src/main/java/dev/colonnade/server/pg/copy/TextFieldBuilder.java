package dev.colonnade.server.pg.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyTextRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of rows from text fields, which checks the number of columns. Single-threaded. */
final class TextFieldBuilder {
  private final List<String> names;
  private final CopyTextRows.Builder rows;

  TextFieldBuilder(List<String> names) {
    this.names = List.copyOf(names);
    this.rows = new CopyTextRows.Builder(names.size());
  }

  /** Returns the column name of the next field; empty if the row is complete. */
  String nextName() {
    int count = rows.fieldCount();
    return count < names.size() ? names.get(count) : "";
  }

  void add(byte[] bytes, int from, int to) {
    requireColumn();
    rows.add(bytes, from, to);
  }

  void addNull() {
    requireColumn();
    rows.addNull();
  }

  private void requireColumn() {
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

  /** Returns the rows that were added since the last call. */
  CopyTextRows take() {
    return rows.drain();
  }

  int rowCount() {
    return rows.size();
  }

  /** Throws BAD_COPY_DATA if the fields of a header line differ from the column names. */
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
