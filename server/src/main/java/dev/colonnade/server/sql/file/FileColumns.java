package dev.colonnade.server.sql.file;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.copy.CopyDescription;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Columns of a file and of the COPY FROM that reads it, which are paired by name. */
public final class FileColumns {
  private FileColumns() {}

  /**
   * Returns the position in the file of each column of the statement: the file has exactly these
   * columns, in any order.
   *
   * @param format name of the format, for messages
   */
  public static int[] positions(CopyDescription terms, List<String> names, String format) {
    Map<String, Integer> positions = new HashMap<>();
    for (String name : names) {
      if (positions.put(name, positions.size()) != null) {
        throw differs(format, "has the column \"%s\" twice".formatted(name));
      }
      if (!terms.columnNames().contains(name)) {
        throw differs(format, "has the column \"%s\", which is not copied".formatted(name));
      }
    }
    int[] found = new int[terms.columnNames().size()];
    for (int i = 0; i < found.length; i++) {
      Integer position = positions.get(terms.columnNames().get(i));
      if (position == null) {
        throw differs(format, "has no column \"%s\"".formatted(terms.columnNames().get(i)));
      }
      found[i] = position;
    }
    return found;
  }

  private static ColonnadeException differs(String format, String message) {
    return new ColonnadeException(
        ErrorCode.BAD_COPY_DATA,
        "the " + format + " file " + message,
        ErrorFields.NONE.withHint("Name the columns of the file: COPY table (column, ...) FROM"));
  }
}
